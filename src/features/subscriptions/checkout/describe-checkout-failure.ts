import { describeFailure, describeFieldMessage, failedFields } from '#i18n/describe-error.ts'
import type { Language } from '#i18n/languages.ts'

/** Of what was chosen there is one field, which nobody has typed: its message alone. */
export function describeCheckoutFailure(error: unknown, language: Language): string {
  const [message] = failedFields(error).plan_id ?? []
  return message === undefined ? describeFailure(error, language) : describeFieldMessage(message, language)
}
