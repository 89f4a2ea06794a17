import { vi } from 'vitest'

/** How long a test waits for what must come: nothing is proven by giving up sooner, and a busy machine needs it. */
const PATIENCE = { timeout: 10_000, interval: 20 }

const waitFor = vi.waitFor

vi.waitFor = (check, options) =>
  waitFor(check, { ...PATIENCE, ...(typeof options === 'number' ? { timeout: options } : options) })
