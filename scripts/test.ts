import { join } from 'node:path'
import { build } from './build.ts'
import { check } from './check.ts'
import { failureLines } from './test/failures.ts'
import { runRunner } from './test/run-runner.ts'
import { type Outcome, readPlaywright, readVitest, type Totals } from './test/totals.ts'
import { workInMemory } from './test/work-in-memory.ts'

const root = join(import.meta.dirname, '..')

const vitestReport = 'test-results/vitest.json'
const chaosReport = 'test-results/chaos.json'
const enginesReport = 'test-results/engines.json'
const playwrightReport = 'test-results/e2e.json'

async function checks(): Promise<Outcome> {
  const results = await check()
  const failures = results.filter(({ passed }) => !passed).map(({ name, output }) => ({ name, error: output }))
  return { passed: results.length - failures.length, failed: failures.length, failures }
}

async function builds(): Promise<Outcome> {
  try {
    await build()
    return { passed: 1, failed: 0, failures: [] }
  } catch (error) {
    console.error(error)
    return { passed: 0, failed: 1, failures: [{ name: 'the build', error: String(error) }] }
  }
}

/** Vitest with its report at `report`; `more` are its other arguments. */
const runVitest = (report: string, ...more: string[]) =>
  runRunner(
    'node_modules/vitest/vitest.mjs',
    ['run', ...more, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
    report,
    readVitest,
  )

const vitest = () => runVitest(vitestReport)

/** After the build, which its browser runs, and by itself, because it breaks what others stand on. */
const chaos = () => runVitest(chaosReport, '--config=tests/chaos/vitest.config.ts')

/** The end-to-end tests run in Chromium; the main journeys run in Firefox and WebKit, too. */
const otherEngines = () => runVitest(enginesReport, '--config=tests/engines/vitest.config.ts')

const endToEnd = () => runRunner('node_modules/@playwright/test/cli.js', ['test'], playwrightReport, readPlaywright)

const stages = {
  'static checks': checks,
  'unit and server tests': vitest,
  build: builds,
  chaos,
  'end to end': endToEnd,
  'other engines': otherEngines,
}

workInMemory()
const sum: Totals = { passed: 0, failed: 0 }
const lines: string[] = []
const broken: string[] = []
for (const [name, run] of Object.entries(stages)) {
  console.log(`\n── ${name}`)
  const started = performance.now()
  const { passed, failed, failures } = await run()
  broken.push(...failureLines(name, failures, root))
  sum.passed += passed
  sum.failed += failed
  lines.push(`${name}: ${passed} passed, ${failed} failed (${((performance.now() - started) / 1000).toFixed(0)} s)`)
}
// Last, because a log is often cut at its beginning.
if (broken.length > 0) console.log(`\n── what failed\n${broken.join('\n')}`)
console.log(`\n${lines.join('\n')}`)
console.log(`${sum.passed} passed, ${sum.failed} failed`)
process.exitCode = sum.failed > 0 ? 1 : 0
