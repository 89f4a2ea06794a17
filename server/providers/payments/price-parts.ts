import type { Interval } from '#contract/objects/plan.ts'

/** `9.99` as 999: all supported currencies have hundredths. Computed from the text, because floats are not exact. */
export function hundredths(price: string): number {
  const [whole = '', part = ''] = price.split('.')
  return Number(whole) * 100 + Number(part)
}

/** Stripe has no interval of two weeks: it is two intervals of a week. */
export function recurrence(interval: Interval): { interval: 'week' | 'month' | 'year'; interval_count: number } {
  return interval === 'two_weeks' ? { interval: 'week', interval_count: 2 } : { interval, interval_count: 1 }
}
