import { join } from 'node:path'
import { findBuilder } from '../../tests/container/support/builder.ts'
import { buildInChildProcess } from '../build/build-in-child-process.ts'
import { buildIfOutdated, targetNames } from '../build.ts'
import { check } from '../check.ts'
import { failedWith, type Outcome } from './outcome.ts'
import { readPlaywright } from './read-playwright.ts'
import { readVitest } from './read-vitest.ts'
import { runRunner } from './run-runner.ts'
import type { StageName } from './selection.ts'

const root = join(import.meta.dirname, '../..')

/** The tests of a stage, and the folder for the runner's report. */
export interface Choice {
  /** The stages with the same function that run in this call. */
  stages: readonly StageName[]
  /** Folders and paths of test files, relative to the root of the project. */
  files: readonly string[]
  /** A part of the full name of the tests; undefined: every test. */
  name: string | undefined
  /** The absolute path of the folder for the reports. */
  results: string
  /** A file for the output of a stage that runs beside others; undefined: the console. */
  log?: string
}

async function checks(): Promise<Outcome> {
  const results = await check()
  const failures = results
    .filter(({ passed }) => !passed)
    .map(({ name, output }) => ({ file: '', name, error: output }))
  return { passed: results.length - failures.length, failures }
}

/** Beside each other, because the build has work for one and a half cores. */
async function checksAndBuild({ stages }: Choice): Promise<Outcome> {
  const outcomes = await Promise.all([
    ...(stages.includes('checks') ? [checks()] : []),
    // In a child process: Vite would set NODE_ENV to production for the stages that follow.
    ...(stages.includes('build') ? [builds(() => buildInChildProcess(targetNames))] : []),
  ])
  return {
    passed: outcomes.reduce((sum, { passed }) => sum + passed, 0),
    failures: outcomes.flatMap(({ failures }) => failures),
  }
}

/** Escapes a name, since both runners expect a regular expression. */
const literally = (name: string) => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

function vitest(reportName: string, { files, name, results, log }: Choice, ...more: string[]): Promise<Outcome> {
  const report = join(results, `${reportName}.json`)
  const named = name === undefined ? [] : [`--testNamePattern=${literally(name)}`]
  return runRunner({
    script: 'node_modules/vitest/vitest.mjs',
    args: ['run', ...files, ...named, ...more, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
    report,
    read: (json) => readVitest(json, root, name),
    name,
    log,
  })
}

function playwright({ files, name, results }: Choice): Promise<Outcome> {
  const report = join(results, 'e2e.json')
  const named = name === undefined ? [] : [`--grep=${literally(name)}`, '--pass-with-no-tests']
  return runRunner({
    script: 'node_modules/@playwright/test/cli.js',
    args: ['test', ...files, ...named],
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: report },
    report,
    read: readPlaywright,
    name,
  })
}

async function builds(make: () => Promise<void>): Promise<Outcome> {
  try {
    await make()
    return { passed: 1, failures: [] }
  } catch (error) {
    console.error(error)
    return failedWith('the build', String(error))
  }
}

/** Runs tests of the built app, unless the build fails. */
async function afterBuild(run: () => Promise<Outcome>): Promise<Outcome> {
  const built = await builds(() => buildIfOutdated())
  return built.failures.length > 0 ? built : run()
}

const inVitest = (choice: Choice) => vitest('vitest', choice)
const withBuiltApp = (choice: Choice) =>
  afterBuild(() => vitest('built-app', choice, '--config=tests/vitest.config.ts'))

/** These tests build the container image themselves, with Docker or buildah: without either, none of them is run. */
function inContainer(choice: Choice): Promise<Outcome> | Outcome {
  if (findBuilder() !== undefined) return vitest('container', choice, '--config=tests/vitest.config.ts')
  console.log('not run: no engine of Docker answers here, nor is there buildah for root')
  return { passed: 0, failures: [] }
}

/** The function of each stage. Stages with the same function are run by one call with the files of all. */
export const runStage: Readonly<Record<StageName, (choice: Choice) => Promise<Outcome> | Outcome>> = {
  checks: checksAndBuild,
  build: checksAndBuild,
  unit: inVitest,
  server: inVitest,
  chaos: withBuiltApp,
  engines: withBuiltApp,
  e2e: (choice) => afterBuild(() => playwright(choice)),
  container: inContainer,
}
