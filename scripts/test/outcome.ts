import { readFile } from 'node:fs/promises'
import type { Failure } from './failures.ts'

/** The result of a stage: the number of passed tests, and the failures. */
export interface Outcome {
  passed: number
  failures: readonly Failure[]
}

/** The outcome of a failure that is no test: a broken tool, a filter without matches. */
export const failedWith = (name: string, error: string): Outcome => ({
  passed: 0,
  failures: [{ file: '', name, error }],
})

/**
 * The result of a runner from its report and exit code: a runner that left no report, ran no test, or exited with an
 * error but no failed test counts as failed itself. `name` is the text that selected the tests.
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
