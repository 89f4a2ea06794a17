import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { type EngineName, isEngineName } from './engines/support/launch.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    engine: EngineName
  }
}

const root = join(import.meta.dirname, '..')
const long = process.env.CHAOS_LONG === '1'
const seed = process.env.CHAOS_SEED ?? String(Date.now() % 2 ** 31)
process.env.CHAOS_SEED = seed
/** `ENGINES=webkit` runs one; Chromium has its own, larger tests in tests/e2e. */
const engines = (process.env.ENGINES ?? 'firefox,webkit').split(',')

/** Files that take long, the longest first: one of them begun last would run alone at the end. */
const longest = [
  'engines/journeys.test.ts',
  'engines/slow-network.test.ts',
  'chaos/random-faults.test.ts',
  'chaos/postgres.test.ts',
  'engines/chats.test.ts',
  'chaos/browser.test.ts',
]

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const place = longest.findIndex((name) => moduleId.endsWith(name))
      return place < 0 ? longest.length : place
    }
    return files.toSorted((a, b) => rank(a) - rank(b))
  }
}

/**
 * Tests of the whole built app that each have a server and a browser of their own: faults (chaos), and the main
 * journeys in the engines that the end-to-end tests do not have.
 */
export default defineConfig({
  root,
  test: {
    // A browser and a server keep a core busy. With twice as many workers as cores the run took 226 s instead of 238 s,
    // but single tests up to five times as long as alone (the journeys in WebKit 210 s instead of 46 s), so they met
    // limits.
    maxWorkers: Math.max(2, availableParallelism()),
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        root,
        test: {
          name: 'chaos',
          include: ['tests/chaos/**/*.test.ts'],
          pool: 'forks',
          env: { CHAOS_SEED: seed, CHAOS_LONG: long ? '1' : '' },
          globalSetup: ['tests/chaos/support/prepare.setup.ts'],
          setupFiles: ['tests/support/setup/console.setup.ts', 'tests/support/setup/wait-timeouts.setup.ts'],
          testTimeout: long ? 60 * 60_000 : 120_000,
          hookTimeout: 60_000,
        },
      },
      {
        root,
        test: {
          name: 'container',
          include: ['tests/container/**/*.test.ts'],
          pool: 'forks',
          setupFiles: ['tests/support/setup/console.setup.ts', 'tests/support/setup/wait-timeouts.setup.ts'],
          testTimeout: 120_000,
          hookTimeout: 60_000,
        },
      },
      ...engines.map((engine) => {
        if (!isEngineName(engine)) throw new Error(`ENGINES names “${engine}”, which is none`)
        return {
          root,
          test: {
            name: engine,
            provide: { engine },
            include: ['tests/engines/**/*.test.ts'],
            pool: 'forks' as const,
            globalSetup: ['tests/engines/support/prepare.setup.ts'],
            setupFiles: ['tests/support/setup/console.setup.ts'],
            testTimeout: 60_000 * Number(process.env.SLOW_VISITS ?? 1),
            hookTimeout: 60_000,
          },
        }
      }),
    ],
  },
})
