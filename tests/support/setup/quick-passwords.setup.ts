import { vi } from 'vitest'

/**
 * The library at a thousandth of its cost, for the many tests that need somebody with a password and are not about
 * the price of guessing it. Those that are say `vi.unmock('@node-rs/argon2')`, or put their own in its place.
 */
vi.mock('@node-rs/argon2', async (load) => {
  const real = await load<typeof import('@node-rs/argon2')>()
  const hash: typeof real.hash = (password, options) => real.hash(password, { ...options, memoryCost: 64, timeCost: 1 })
  return { ...real, hash }
})
