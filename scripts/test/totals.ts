import { readFile } from 'node:fs/promises'
import * as v from 'valibot'

export interface Totals {
  passed: number
  failed: number
}

const VitestReport = v.object({
  numPassedTests: v.number(),
  numFailedTests: v.number(),
  numPendingTests: v.number(),
  numTodoTests: v.number(),
  testResults: v.array(v.object({ status: v.string(), assertionResults: v.array(v.unknown()) })),
})

const PlaywrightReport = v.object({
  stats: v.object({ expected: v.number(), unexpected: v.number(), flaky: v.number(), skipped: v.number() }),
  errors: v.array(v.unknown()),
})

/** From Vitest's JSON. A skipped test, and a file that broke before its first test, count as failed. */
export function vitestTotals(report: unknown): Totals {
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults } = v.parse(VitestReport, report)
  const broken = testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0).length
  return { passed: numPassedTests, failed: numFailedTests + numPendingTests + numTodoTests + broken }
}

/** From Playwright's JSON. Skipped and flaky tests count as failed, as do errors outside of tests. */
export function playwrightTotals(report: unknown): Totals {
  const { stats, errors } = v.parse(PlaywrightReport, report)
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky + stats.skipped + errors.length }
}

/**
 * What a runner did, from its report and its exit code: one that left no report, ran nothing, or ended
 * badly without a failed test has itself failed.
 */
export async function runnerTotals(file: string, exitCode: number, read: (report: unknown) => Totals): Promise<Totals> {
  let totals: Totals = { passed: 0, failed: 0 }
  try {
    totals = read(JSON.parse(await readFile(file, 'utf8')))
  } catch (error) {
    console.error(`No readable report in ${file}: ${error instanceof Error ? error.message : String(error)}`)
  }
  const nothing = totals.passed + totals.failed === 0
  return nothing || (exitCode !== 0 && totals.failed === 0) ? { ...totals, failed: totals.failed + 1 } : totals
}
