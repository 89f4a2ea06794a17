import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import base from '../../vitest.config.ts'
import { TestSequencer } from './test-sequencer.ts'

const root = join(import.meta.dirname, '../..')
const name = process.env.MUTANTS_PROJECT
const project = base.test?.projects
  ?.filter((each) => typeof each === 'object')
  .find((each) => 'test' in each && each.test?.name === name)
if (!project || !('test' in project)) throw new Error(`vitest.config.ts has no project “${name}”`)

/** One project of vitest.config.ts, for Stryker. */
export default defineConfig({
  root,
  test: {
    sequence: { sequencer: TestSequencer },
    projects: [
      {
        ...project,
        root,
        test: {
          ...project.test,
          // What mutated code leaves in a module must not fail the next file.
          isolate: true,
          // Loaded after the usual set-up files, whose timeouts it shortens.
          setupFiles: [project.test?.setupFiles ?? [], 'tests/mutants/short-timeouts.setup.ts'].flat(),
        },
      },
    ],
  },
})
