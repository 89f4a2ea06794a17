import { join, relative } from 'node:path'
import { Stryker } from '@stryker-mutator/core'
import { workInMemory } from '../../scripts/test/work-in-memory.ts'
import { chooseRuns, type MutantRun } from './folders.ts'
import { type FolderScore, scoreOf, tableOf } from './table.ts'

const SCORE_MIN = 80
const cache = '.cache/mutants'

/** Mutates the code of one folder in one place after the other and counts the mutants that the tests detect. */
async function runFolder({ name, folder, mutate, project, testFiles }: MutantRun): Promise<FolderScore> {
  // Read by tests/mutants/vitest.config.ts and tests/support/database/engines.ts, in Stryker's processes.
  process.env.MUTANTS_PROJECT = project
  process.env.TEST_ENGINES = 'sqlite'
  // The run of each mutant starts a thread, which loads Vitest anew.
  process.env.NODE_COMPILE_CACHE ??= join(cache, 'compiled')
  const file = join(cache, folder.replaceAll('/', '-'))
  const stryker = new Stryker({
    testRunner: 'vitest',
    plugins: ['@stryker-mutator/vitest-runner', join(import.meta.dirname, 'ignore-texts.ts')],
    vitest: { configFile: 'tests/mutants/vitest.config.ts', pool: 'threads' },
    mutate: [...mutate],
    testFiles: [...testFiles],
    mutator: {
      excludedMutations: [
        // String literals of unions, columns and events, which the compiler checks, or texts for people.
        'StringLiteral',
      ],
    },
    ignorers: ['texts'],
    coverageAnalysis: 'perTest',
    // Code that runs once while a module loads (constants, schemas) would need all tests for each mutant.
    ignoreStatic: true,
    incremental: true,
    incrementalFile: `${file}.json`,
    htmlReporter: { fileName: `${file}.html` },
    reporters: ['progress-append-only', 'clear-text', 'html'],
    clearTextReporter: { allowColor: false, reportTests: false, reportScoreTable: false, logTests: false },
    tempDirName: `${file}-sandbox`,
    ignorePatterns: ['/.cache', '/data', '/dist', '/playwright-report', '/test-results'],
    // Stryker would rewrite tsconfig.json, which nothing here reads, by an API that TypeScript 7 does not have.
    tsconfigFile: 'none',
    // Longer than the limit of a test (short-timeouts.setup.ts), so that waiting in vain fails the test and is no
    // time-out.
    timeoutMS: 15_000,
    dryRunTimeoutMinutes: 30,
    allowEmpty: true,
  })
  // Results of the rest of the folder are merged from earlier runs.
  const asked = name.split(' ')
  const isAsked = (file: string) => asked.some((part) => relative(process.cwd(), file).startsWith(part))
  return scoreOf(
    name,
    (await stryker.runMutationTest()).filter(({ fileName }) => isAsked(fileName)),
  )
}

workInMemory()
const scores: FolderScore[] = []
for (const run of chooseRuns(process.argv.slice(2))) {
  console.log(`\n── ${run.name}`)
  scores.push(await runFolder(run))
}
console.log(`\n${tableOf(scores)}`)
process.exitCode = scores.some(({ score }) => score < SCORE_MIN) ? 1 : 0
