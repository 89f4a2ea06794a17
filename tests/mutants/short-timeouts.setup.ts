import { inject, vi } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    /**
     * What Stryker does: measures the coverage of each test on the original code, or runs the tests with one mutant.
     */
    mode: 'dry-run' | 'mutant'
  }
}

/** In mutated code an awaited event usually never happens: these timeouts, in milliseconds, must be enough. */
const SHORT_WAIT = { timeout: 4_000, interval: 20 }

if (inject('mode') === 'mutant') {
  vi.setConfig({ testTimeout: 10_000 })
  const waitFor = vi.waitFor
  vi.waitFor = (check, options) => waitFor(check, { ...(typeof options === 'number' ? {} : options), ...SHORT_WAIT })
}
