import { mulberry32 } from './mulberry32.ts'

/** A 95 % confidence interval. */
export interface Interval {
  low: number
  high: number
}

const ROUNDS = 1000

/**
 * The percentile bootstrap (Efron 1979): the statistic is computed of many samples of the same size that are drawn from
 * the items with repetition; 95 % of its values lie in the interval. The generator has a fixed seed, so that the same
 * items always give the same interval. Null when the statistic is not defined for most samples.
 */
export function bootstrapInterval<Item>(
  items: readonly Item[],
  statistic: (sample: readonly Item[]) => number | null,
  { rounds = ROUNDS, seed = 1 }: { rounds?: number; seed?: number } = {},
): Interval | null {
  const random = mulberry32(seed)
  const values: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const sample = items.map(() => items[Math.floor(random() * items.length)] as Item)
    const value = statistic(sample)
    if (value !== null) values.push(value)
  }
  if (values.length * 2 < rounds || rounds === 0) return null
  values.sort((a, b) => a - b)
  return { low: quantile(values, 0.025), high: quantile(values, 0.975) }
}

/** The quantile of sorted values, between two of them in proportion. */
export function quantile(sorted: readonly number[], share: number): number {
  const at = (sorted.length - 1) * share
  const [below, above] = [sorted[Math.floor(at)] ?? Number.NaN, sorted[Math.ceil(at)] ?? Number.NaN]
  return below + (above - below) * (at - Math.floor(at))
}
