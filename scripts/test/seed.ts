import { randomInt } from 'node:crypto'
import { UsageError } from './selection.ts'

/** The environment variables from which random tests read their seeds. */
const variables = ['SEED', 'CHAOS_SEED', 'FIGURES_SEED', 'FUZZ_SEED']

/** Draws a seed in the range that every random test accepts. */
export const drawSeed = () => randomInt(2 ** 31)

/**
 * Sets the seed of every random test to `SEED`, or to a new one, so that one number reproduces a run; a test whose own
 * variable is set uses that. Throws a UsageError when `SEED` is no whole number.
 */
export function setSeed(env: Record<string, string | undefined>): number {
  const seed = env.SEED === undefined ? drawSeed() : readSeed(env.SEED)
  for (const variable of variables) env[variable] ??= String(seed)
  return seed
}

/** Throws a UsageError. */
export function readSeed(text: string): number {
  if (!/^\d{1,10}$/.test(text)) throw new UsageError('SEED must be a whole number of at most ten digits.')
  return Number(text)
}
