import { build } from './build.ts'
import { check } from './check.ts'
import { runRunner } from './test/run-runner.ts'
import { playwrightTotals, type Totals, vitestTotals } from './test/totals.ts'

const vitestReport = 'test-results/vitest.json'
const chaosReport = 'test-results/chaos.json'
const playwrightReport = 'test-results/e2e.json'

async function checks(): Promise<Totals> {
  const results = await check()
  const passed = results.filter((result) => result.passed).length
  return { passed, failed: results.length - passed }
}

async function builds(): Promise<Totals> {
  try {
    await build()
    return { passed: 1, failed: 0 }
  } catch (error) {
    console.error(error)
    return { passed: 0, failed: 1 }
  }
}

const vitest = () =>
  runRunner(
    'node_modules/vitest/vitest.mjs',
    ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${vitestReport}`],
    vitestReport,
    vitestTotals,
  )

/** After the build, which its browser runs, and by itself, because it breaks what others stand on. */
const chaos = () =>
  runRunner(
    'node_modules/vitest/vitest.mjs',
    [
      'run',
      '--config=tests/chaos/vitest.config.ts',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${chaosReport}`,
    ],
    chaosReport,
    vitestTotals,
  )

const endToEnd = () => runRunner('node_modules/@playwright/test/cli.js', ['test'], playwrightReport, playwrightTotals)

const stages = {
  'static checks': checks,
  'unit and server tests': vitest,
  build: builds,
  chaos,
  'end to end': endToEnd,
}

const sum: Totals = { passed: 0, failed: 0 }
const lines: string[] = []
for (const [name, run] of Object.entries(stages)) {
  console.log(`\n── ${name}`)
  const started = performance.now()
  const { passed, failed } = await run()
  sum.passed += passed
  sum.failed += failed
  lines.push(`${name}: ${passed} passed, ${failed} failed (${((performance.now() - started) / 1000).toFixed(0)} s)`)
}
console.log(`\n${lines.join('\n')}`)
console.log(`${sum.passed} passed, ${sum.failed} failed`)
process.exitCode = sum.failed > 0 ? 1 : 0
