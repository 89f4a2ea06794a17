import { vi } from 'vitest'

/** The timeout of awaited conditions: giving up sooner would prove nothing, and a busy machine needs it. */
const WAIT_OPTIONS = { timeout: 10_000, interval: 20 }

const waitFor = vi.waitFor

vi.waitFor = (check, options) =>
  waitFor(check, { ...WAIT_OPTIONS, ...(typeof options === 'number' ? { timeout: options } : options) })
