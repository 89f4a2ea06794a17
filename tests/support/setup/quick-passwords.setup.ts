import { vi } from 'vitest'

/**
 * Hashes passwords at a thousandth of the cost, for the many tests that need a user with a password and are not about
 * the cost of guessing it. Those call `vi.unmock('@node-rs/argon2')`, or mock it themselves.
 */
vi.mock('@node-rs/argon2', async (load) => {
  const real = await load<typeof import('@node-rs/argon2')>()
  const hash: typeof real.hash = (password, options) => real.hash(password, { ...options, memoryCost: 64, timeCost: 1 })
  return { ...real, hash }
})
