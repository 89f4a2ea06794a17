/** The seed of this run: CHAOS_SEED, which the runner sets and prints. */
export function chaosSeed(): number {
  const seed = Number(process.env.CHAOS_SEED)
  if (!Number.isInteger(seed) || seed < 0) throw new Error('CHAOS_SEED must be a whole number')
  return seed
}
