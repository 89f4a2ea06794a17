import { randomInt } from 'node:crypto'
import { UsageError } from './selection.ts'

/** The variables from which random tests take their seeds. */
const variables = ['SEED', 'CHAOS_SEED', 'FIGURES_SEED', 'FUZZ_SEED']

/** A seed that every random test takes. */
export const drawSeed = () => randomInt(2 ** 31)

/**
 * Gives every random test the seed in `SEED`, or a new one, so that one number repeats what a run drew; a test whose
 * own variable is set keeps that. Throws a UsageError when `SEED` is no whole number.
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
