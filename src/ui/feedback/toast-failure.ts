import { describeFailure } from '#i18n/describe-error.ts'
import { currentLanguage } from '#i18n/i18n.ts'
import { toastError } from './toast.ts'

/** The error toast for anything thrown, worded by the one helper of the specification (section 8). */
export function toastFailure(error: unknown): string {
  return toastError(describeFailure(error, currentLanguage()))
}
