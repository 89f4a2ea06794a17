import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import base from '../../vitest.config.ts'
import { QuickFirst } from './quick-first.ts'

const root = join(import.meta.dirname, '../..')
const name = process.env.MUTANTS_PROJECT
const project = base.test?.projects
  ?.filter((each) => typeof each === 'object')
  .find((each) => 'test' in each && each.test?.name === name)
if (!project || !('test' in project)) throw new Error(`vitest.config.ts has no project “${name}”`)

/** One project of the usual settings; for broken code, which mostly never does what a test waits for, with less patience. */
export default defineConfig({
  root,
  test: {
    sequence: { sequencer: QuickFirst },
    projects: [
      {
        ...project,
        root,
        test: {
          ...project.test,
          env: { PATIENCE_MS: '4000' },
          expect: { poll: { timeout: 4_000, interval: 20 } },
        },
      },
    ],
  },
})
