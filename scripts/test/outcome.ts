import { readFile } from 'node:fs/promises'
import type { Failure } from './failures.ts'

/** What a stage did: how many passed, and by name what did not. */
export interface Outcome {
  passed: number
  failures: readonly Failure[]
}

/** The outcome of something that is no test: a tool that broke, a choice that chose nothing. */
export const failedWith = (name: string, error: string): Outcome => ({
  passed: 0,
  failures: [{ file: '', name, error }],
})

/**
 * What a runner did, from its report and its exit code: one that left no report, ran nothing, or ended
 * badly without a failed test has itself failed. `name` is the text by which tests were chosen.
 */
export async function runnerOutcome(
  file: string,
  exitCode: number,
  read: (report: unknown) => Outcome,
  name?: string,
): Promise<Outcome> {
  let outcome: Outcome = { passed: 0, failures: [] }
  let problem = `it ended with code ${exitCode}`
  try {
    outcome = read(JSON.parse(await readFile(file, 'utf8')))
    if (name !== undefined && outcome.passed + outcome.failures.length === 0)
      return failedWith('-t', `No test has “${name}” in its name.`)
  } catch (error) {
    problem = `no readable report in ${file}: ${error instanceof Error ? error.message : String(error)}`
  }
  const { passed, failures } = outcome
  if (failures.length > 0 || (exitCode === 0 && passed > 0)) return outcome
  return { passed, failures: failedWith('the runner itself', problem).failures }
}
