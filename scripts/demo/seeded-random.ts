/** Seeded random numbers, so that each demonstration shows the same data. */
export interface Numbers {
  /** An integer between both bounds, inclusive. */
  between(min: number, max: number): number
  one<T>(from: readonly T[]): T
  /** True with this probability, from 0 to 1. */
  is(share: number): boolean
}

export function createNumbers(seed: number): Numbers {
  let state = seed
  const next = () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32
    return state / 2 ** 32
  }
  const between = (min: number, max: number) => min + Math.floor(next() * (max - min + 1))
  return {
    between,
    one: (from) => from[between(0, from.length - 1)] as (typeof from)[number],
    is: (share) => next() < share,
  }
}
