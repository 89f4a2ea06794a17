import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

const root = join(import.meta.dirname, '../..')
const long = process.env.CHAOS_LONG === '1'
const seed = process.env.CHAOS_SEED ?? String(Date.now() % 2 ** 31)
process.env.CHAOS_SEED = seed

/** By itself, one file after the other: these tests break what others stand on, and they need the built app. */
export default defineConfig({
  root,
  test: {
    name: 'chaos',
    include: ['tests/chaos/**/*.test.ts'],
    pool: 'forks',
    fileParallelism: false,
    env: { CHAOS_SEED: seed, CHAOS_LONG: long ? '1' : '' },
    globalSetup: ['tests/chaos/support/prepare.setup.ts'],
    setupFiles: ['tests/support/console.setup.ts', 'tests/support/patience.setup.ts'],
    testTimeout: long ? 60 * 60_000 : 120_000,
    hookTimeout: 60_000,
  },
})
