import { availableParallelism } from 'node:os'
import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin'
import babel from '@rolldown/plugin-babel'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

// Plugins hold state, so each project gets its own.
const appPlugins = () => [babel({ presets: [linguiTransformerBabelPreset()] }), react(), lingui()]
/** A limit is there to end what hangs; half a second here is many on a machine that does something else besides. */
const steady = {
  setupFiles: ['tests/support/setup/console.setup.ts', 'tests/support/setup/wait-timeouts.setup.ts'],
  testTimeout: 20_000,
  expect: { poll: { timeout: 10_000, interval: 20 } },
}
/**
 * The files of a worker share its process: starting one and loading everything for each of two hundred files took as long
 * as their tests. Those of the server share its modules too; a file of theirs that replaces one calls `vi.resetModules()`
 * (inside `vi.hoisted`, which runs before the imports) and once more afterwards.
 */
const sharedProcess = { pool: 'forks', isolate: false } as const

export default defineConfig({
  test: {
    // Tests of the server wait for their database and for processes they start: one worker more than cores keeps all busy.
    maxWorkers: availableParallelism() + 1,
    projects: [
      {
        plugins: appPlugins(),
        test: {
          name: 'unit',
          include: ['tests/unit/**/*.test.ts'],
          ...sharedProcess,
          ...steady,
          setupFiles: [...steady.setupFiles, 'tests/support/setup/fresh-modules.setup.ts'],
        },
      },
      {
        plugins: appPlugins(),
        // The signals runtime names an export that React 19 no longer has: a bundler copes, Node does not.
        test: {
          name: 'screen',
          include: ['tests/unit/**/*.test.tsx'],
          environment: 'jsdom',
          // Loads jsdom once for a worker and not for each file, which took longer than the tests; files stay apart.
          pool: 'vmThreads',
          ...steady,
          setupFiles: [
            ...steady.setupFiles,
            'tests/support/setup/own-channels.setup.ts',
            'tests/support/setup/scrolling.setup.ts',
          ],
          server: { deps: { inline: [/modular-forms/, /signals-react/] } },
        },
      },
      {
        test: {
          name: 'server',
          include: ['tests/server/**/*.test.ts'],
          ...sharedProcess,
          globalSetup: ['tests/support/database/databases.setup.ts'],
          ...steady,
          setupFiles: [
            ...steady.setupFiles,
            'tests/support/setup/quick-passwords.setup.ts',
            'tests/support/setup/statements.setup.ts',
            'tests/support/setup/quick-retries.setup.ts',
          ],
          hookTimeout: 60_000,
        },
      },
    ],
  },
})
