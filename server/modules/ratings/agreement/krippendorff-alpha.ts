/** The values that observers gave to one unit; who gave no value has none here. */
export type Unit = readonly number[]

/**
 * Krippendorff's alpha for interval data: 1 is full agreement, 0 what chance would give, below 0 systematic
 * disagreement. Units with fewer than two values compare nothing and are left out. Null when nothing can be compared or
 * all values are equal, for which alpha is not defined.
 *
 * From K. Krippendorff, "Computing Krippendorff's Alpha-Reliability" (2011): alpha = 1 - Do / De with the difference
 * (c - k)². Both sums over pairs are reduced to sums of values and of their squares, because the sum of (a - b)² over
 * all ordered pairs of m values is 2 (m Σx² - (Σx)²); so the time grows with the number of values, not of pairs.
 */
export function krippendorffAlpha(units: readonly Unit[]): number | null {
  let [count, sum, squares, observed] = [0, 0, 0, 0]
  for (const values of units) {
    const own = values.length
    if (own < 2) continue
    let [ownSum, ownSquares] = [0, 0]
    for (const value of values) {
      ownSum += value
      ownSquares += value * value
    }
    observed += (2 * (own * ownSquares - ownSum * ownSum)) / (own - 1)
    count += own
    sum += ownSum
    squares += ownSquares
  }
  const expected = (2 * (count * squares - sum * sum)) / (count - 1)
  if (count < 2 || expected <= 0) return null
  return 1 - observed / expected
}
