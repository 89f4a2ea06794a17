export const WIDTH = 300
export const HEIGHT = 44

/**
 * Returns an SVG path through the values, from left to right; the highest is at the top. The bottom is 0, or the lowest
 * value where all are far from 0 and changes would be invisible.
 */
export function chartPath(values: readonly number[]): string {
  const top = Math.max(1, ...values)
  const low = Math.min(...values)
  const ground = low * 2 > top && low < top ? low : 0
  const step = values.length > 1 ? WIDTH / (values.length - 1) : 0
  const round = (at: number) => Math.round(at * 10) / 10
  return values
    .map(
      (value, at) =>
        `${at === 0 ? 'M' : 'L'}${round(at * step)} ${round(HEIGHT - ((value - ground) / (top - ground)) * HEIGHT)}`,
    )
    .join('')
}
