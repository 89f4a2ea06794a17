import { describeFailure, describeFieldMessage, failedFields } from '#i18n/describe-error.ts'
import type { Language } from '#i18n/languages.ts'

/** The next address of a purchase: in this app (path and query), or at the payment processor (full URL). */
export type CheckoutTarget = { inside: string } | { outside: string }

/** Throws for a URL that cannot be a payment page: another scheme, such as `javascript:`, or an invalid URL. */
export function readCheckoutTarget(address: string, origin: string): CheckoutTarget {
  const url = new URL(address, origin)
  if (url.origin === origin) return { inside: url.pathname + url.search + url.hash }
  if (url.protocol === 'https:' || url.protocol === 'http:') return { outside: url.href }
  throw new Error(`A purchase cannot go on at ${url.protocol}`)
}

/** The plan is the only field and was not typed by the user, so its message is shown without the field's name. */
export function describeCheckoutFailure(error: unknown, language: Language): string {
  const [message] = failedFields(error).plan_id ?? []
  return message === undefined ? describeFailure(error, language) : describeFieldMessage(message, language)
}
