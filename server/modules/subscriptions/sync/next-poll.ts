import { DAY_MS } from '../../../lib/time.ts'
import type { PaidSubscription } from '../../../providers/payments/payments.ts'

/** The delay while a buyer may be waiting or after the billing portal was opened, and the least one for a renewal. */
export const OPEN_MS = 10 * 60_000
/** The delay after the end of a period; a renewal's event comes within seconds. */
const RENEWAL_MS = 2 * 60_000

interface Expected {
  isBuying: boolean
  /** Whether a bank may still send a refund back. */
  mayRefundFail: boolean
}

/**
 * When to poll the processor for a customer if no event comes (ISO 8601): soon while a purchase is open, when a period
 * should have been renewed, and once a day while a subscription or a refund can change. Null when nothing can change.
 */
export function nextPollAt(
  subscriptions: readonly PaidSubscription[],
  { isBuying, mayRefundFail }: Expected,
  now: number,
): string | null {
  const alive = subscriptions.filter(({ status }) => status !== 'canceled')
  if (alive.length === 0 && !isBuying && !mayRefundFail) return null
  const ends = alive.map(({ periodEnd }) => Math.max(Date.parse(periodEnd) + RENEWAL_MS, now + OPEN_MS))
  return new Date(Math.min(now + DAY_MS, ...(isBuying ? [now + OPEN_MS] : []), ...ends)).toISOString()
}
