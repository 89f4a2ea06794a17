/** Pseudo-random numbers that are the same for the same seed (mulberry32). */
export class Chance {
  #state: number

  constructor(seed: number) {
    this.#state = seed >>> 0
  }

  /** From 0 to below 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let t = this.#state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }

  /** A whole number from `min` to `max`, both included. */
  between(min: number, max: number): number {
    return min + Math.floor(this.next() * (max - min + 1))
  }

  one<T>(list: readonly T[]): T {
    const picked = list[this.between(0, list.length - 1)]
    if (picked === undefined) throw new Error('There is nothing to choose from')
    return picked
  }
}

/** The seed of this run: CHAOS_SEED, which the runner sets and prints. */
export function chaosSeed(): number {
  const seed = Number(process.env.CHAOS_SEED)
  if (!Number.isInteger(seed) || seed < 0) throw new Error('CHAOS_SEED must be a whole number')
  return seed
}
