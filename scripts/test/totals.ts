import { readFile } from 'node:fs/promises'
import * as v from 'valibot'
import { type Failure, playwrightFailures, vitestFailures } from './failures.ts'

export interface Totals {
  passed: number
  failed: number
}

/** What a stage did: its totals, and by name what went wrong. */
export interface Outcome extends Totals {
  failures: readonly Failure[]
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

export const readVitest = (report: unknown): Outcome => ({
  ...vitestTotals(report),
  failures: vitestFailures(report),
})

export const readPlaywright = (report: unknown): Outcome => ({
  ...playwrightTotals(report),
  failures: playwrightFailures(report),
})

/**
 * What a runner did, from its report and its exit code: one that left no report, ran nothing, or ended
 * badly without a failed test has itself failed.
 */
export async function runnerOutcome(
  file: string,
  exitCode: number,
  read: (report: unknown) => Outcome,
): Promise<Outcome> {
  let outcome: Outcome = { passed: 0, failed: 0, failures: [] }
  let problem = `it ended with code ${exitCode}`
  try {
    outcome = read(JSON.parse(await readFile(file, 'utf8')))
  } catch (error) {
    problem = `no readable report in ${file}: ${error instanceof Error ? error.message : String(error)}`
  }
  const { passed, failed, failures } = outcome
  const nothing = passed + failed === 0
  if (!nothing && (exitCode === 0 || failed > 0)) return outcome
  return { passed, failed: failed + 1, failures: [...failures, { name: 'the runner itself', error: problem }] }
}
