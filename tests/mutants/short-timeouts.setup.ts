import { inject, vi } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    /** What Stryker does: measures which tests cover what in whole code, or runs them with one mutant. */
    mode: 'dry-run' | 'mutant'
  }
}

/** In broken code that which a test waits for mostly never comes: there, in milliseconds, this must do. */
const HURRY = { timeout: 4_000, interval: 20 }

if (inject('mode') === 'mutant') {
  vi.setConfig({ testTimeout: 10_000 })
  const waitFor = vi.waitFor
  vi.waitFor = (check, options) => waitFor(check, { ...(typeof options === 'number' ? {} : options), ...HURRY })
}
