import { vi } from 'vitest'

/**
 * How long a test waits for what must come: nothing is proven by giving up sooner, and a busy machine needs it. Where
 * the code is broken on purpose it mostly never comes, and `PATIENCE_MS` says how long is enough.
 */
const PATIENCE = { timeout: Number(process.env.PATIENCE_MS ?? 10_000), interval: 20 }

const waitFor = vi.waitFor

vi.waitFor = (check, options) =>
  waitFor(check, { ...PATIENCE, ...(typeof options === 'number' ? { timeout: options } : options) })
