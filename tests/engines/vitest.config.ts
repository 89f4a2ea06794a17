import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { type EngineName, isEngineName } from './support/launch.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    engine: EngineName
  }
}

const root = join(import.meta.dirname, '../..')
/** `ENGINES=webkit` runs one; Chromium has its own, larger tests in tests/e2e. */
const engines = (process.env.ENGINES ?? 'firefox,webkit').split(',')

/** The main journeys of the built app in the engines that the end-to-end tests do not have, beside each other. */
export default defineConfig({
  root,
  test: {
    maxWorkers: 2,
    projects: engines.map((engine) => {
      if (!isEngineName(engine)) throw new Error(`ENGINES names “${engine}”, which is none`)
      return {
        root,
        test: {
          name: engine,
          provide: { engine },
          include: ['tests/engines/**/*.test.ts'],
          pool: 'forks' as const,
          globalSetup: ['tests/engines/support/prepare.setup.ts'],
          setupFiles: ['tests/support/console.setup.ts'],
          testTimeout: 60_000 * Number(process.env.SLOW_VISITS ?? 1),
          hookTimeout: 60_000,
        },
      }
    }),
  },
})
