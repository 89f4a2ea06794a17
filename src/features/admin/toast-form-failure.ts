import { failedFields } from '#i18n/describe-error.ts'
import { toastFailure } from '#ui/feedback/toast-failure.ts'
import { handleRefusal } from './handle-refusal.ts'

/** Shows a failure of an admin's form as a toast, unless the server names fields, which the form itself shows. */
export function toastFormFailure(error: unknown): void {
  if (Object.keys(failedFields(error)).length > 0) throw error
  handleRefusal(error)
  toastFailure(error)
}
