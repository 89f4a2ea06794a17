import { availableParallelism } from 'node:os'
import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin'
import babel from '@rolldown/plugin-babel'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

// Plugins hold state, so each project gets its own.
const appPlugins = () => [babel({ presets: [linguiTransformerBabelPreset()] }), react(), lingui()]
const setupFiles = ['tests/support/console.setup.ts']

export default defineConfig({
  test: {
    // Half of a server's test is waiting: on a machine of two cores, one worker (the default there) would leave one idle.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    projects: [
      { plugins: appPlugins(), test: { name: 'unit', include: ['tests/unit/**/*.test.ts'], setupFiles } },
      {
        plugins: appPlugins(),
        // The signals runtime names an export that React 19 no longer has: a bundler copes, Node does not.
        test: {
          name: 'screen',
          include: ['tests/unit/**/*.test.tsx'],
          environment: 'jsdom',
          setupFiles,
          server: { deps: { inline: [/modular-forms/, /signals-react/] } },
        },
      },
      {
        test: {
          name: 'server',
          include: ['tests/server/**/*.test.ts'],
          pool: 'forks',
          globalSetup: ['tests/support/postgres.setup.ts'],
          setupFiles,
          testTimeout: 20_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
})
