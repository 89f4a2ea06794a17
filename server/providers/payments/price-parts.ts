import type { Interval } from '#contract/objects/plan.ts'

/** `9.99` as 999: every currency of ours has hundredths. Counted in text, as fractions are not exact. */
export function hundredths(price: string): number {
  const [whole = '', part = ''] = price.split('.')
  return Number(whole) * 100 + Number(part)
}

/** Stripe knows no two weeks: they are a week, twice. */
export function recurrence(interval: Interval): { interval: 'week' | 'month' | 'year'; interval_count: number } {
  return interval === 'two_weeks' ? { interval: 'week', interval_count: 2 } : { interval, interval_count: 1 }
}
