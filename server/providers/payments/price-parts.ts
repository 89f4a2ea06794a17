import type { Interval } from '#contract/objects/plan.ts'
import { DAY_MS, HOUR_MS } from '../../lib/time.ts'

/**
 * `9.99` as 999: the minor unit of all supported currencies is a hundredth. Computed from the text, because floats are
 * not exact.
 */
export function minorUnitsOf(price: string): number {
  const [whole = '', part = ''] = price.split('.')
  return Number(whole) * 100 + Number(part)
}

/** Stripe has no interval of two weeks: it is two intervals of a week. */
export function recurrence(interval: Interval): { interval: 'week' | 'month' | 'year'; interval_count: number } {
  return interval === 'two_weeks' ? { interval: 'week', interval_count: 2 } : { interval, interval_count: 1 }
}

/** Stripe takes a date for the end of a trial only 48 hours ahead; an hour more, for the way there. */
const DATE_FROM_MS = 49 * HOUR_MS

/**
 * The trial of a purchase whose first payment is due at `startsAt` (ISO 8601): a date, or whole days when it is near,
 * never less than what is left.
 */
export function trialOf(startsAt: string | null, now: number): { trial_end?: number; trial_period_days?: number } {
  const left = startsAt === null ? 0 : Date.parse(startsAt) - now
  if (left <= 0) return {}
  if (left >= DATE_FROM_MS) return { trial_end: Math.ceil((now + left) / 1000) }
  return { trial_period_days: Math.ceil(left / DAY_MS) }
}

/** 999 as `9.99`. */
export const decimalOf = (amount: number): string =>
  `${amount < 0 ? '-' : ''}${Math.floor(Math.abs(amount) / 100)}.${String(Math.abs(amount) % 100).padStart(2, '0')}`

/** An amount in minor units less a discount. The part that is taken off is rounded, as Stripe does. */
export function reduced(
  amount: number,
  { percent_off, amount_off }: { percent_off: number | null; amount_off: number | null },
): number {
  const off = percent_off === null ? (amount_off ?? 0) : Math.round((amount * percent_off) / 100)
  return Math.max(0, amount - off)
}
