import { describeFailure, describeFieldMessage, failedFields } from '#i18n/describe-error.ts'
import type { Language } from '#i18n/languages.ts'

/** Where a purchase goes on: at a page of this app (path and query), or at the payment processor's (whole address). */
export type CheckoutTarget = { inside: string } | { outside: string }

/** Throws for an address that no payment page has: a script's, a file's, or none at all. */
export function readCheckoutTarget(address: string, origin: string): CheckoutTarget {
  const url = new URL(address, origin)
  if (url.origin === origin) return { inside: url.pathname + url.search + url.hash }
  if (url.protocol === 'https:' || url.protocol === 'http:') return { outside: url.href }
  throw new Error(`A purchase cannot go on at ${url.protocol}`)
}

/** Of what was chosen there is one field, which nobody has typed: its message alone. */
export function describeCheckoutFailure(error: unknown, language: Language): string {
  const [message] = failedFields(error).plan_id ?? []
  return message === undefined ? describeFailure(error, language) : describeFieldMessage(message, language)
}
