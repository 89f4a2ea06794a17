import { describeFailure } from '#i18n/describe-error.ts'
import { currentLanguage } from '#i18n/i18n.ts'
import { toastError } from './toast.ts'

/** Shows an error toast for any thrown value, with the text of `describeFailure`, and returns its id. */
export function toastFailure(error: unknown): string {
  return toastError(describeFailure(error, currentLanguage()))
}
