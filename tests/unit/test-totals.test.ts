import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { expectConsoleError } from '#support/console-errors.ts'
import { playwrightTotals, runnerTotals, type Totals, vitestTotals } from '../../scripts/test/totals.ts'

const vitest = { numPassedTests: 3, numFailedTests: 1, numPendingTests: 0, numTodoTests: 0, testResults: [] }

test('a skipped test and a file that broke at its top count as failed', () => {
  const broken = { status: 'failed', assertionResults: [] }
  expect(vitestTotals({ ...vitest, numPendingTests: 1, testResults: [broken] })).toEqual({ passed: 3, failed: 3 })
})

test('a flaky or skipped journey and an error outside of journeys count as failed', () => {
  const stats = { expected: 5, unexpected: 1, flaky: 1, skipped: 1 }
  expect(playwrightTotals({ stats, errors: [{}] })).toEqual({ passed: 5, failed: 4 })
})

test.each<[string, Totals, number, Totals]>([
  ['ran well', { passed: 2, failed: 0 }, 0, { passed: 2, failed: 0 }],
  ['ran nothing', { passed: 0, failed: 0 }, 0, { passed: 0, failed: 1 }],
  ['crashed after its tests', { passed: 2, failed: 0 }, 1, { passed: 2, failed: 1 }],
  ['had a failed test', { passed: 2, failed: 1 }, 1, { passed: 2, failed: 1 }],
])('a runner that %s is counted as such', async (_what, found, exitCode, counted) => {
  const folder = await mkdtemp(join(tmpdir(), 'totals-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await writeFile(join(folder, 'report.json'), '{}')
  expect(await runnerTotals(join(folder, 'report.json'), exitCode, () => found)).toEqual(counted)
})

test('a runner without a report has failed', async () => {
  expectConsoleError(/No readable report/)
  expect(await runnerTotals('/nowhere/report.json', 0, vitestTotals)).toEqual({ passed: 0, failed: 1 })
})
