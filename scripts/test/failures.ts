import { stripVTControlCharacters } from 'node:util'
import * as v from 'valibot'

/** One test that did not pass: where it is and what it is called; what it said. */
export interface Failure {
  name: string
  error: string
}

const VitestFailures = v.object({
  testResults: v.array(
    v.object({
      name: v.string(),
      status: v.string(),
      message: v.optional(v.string(), ''),
      assertionResults: v.array(
        v.object({
          fullName: v.string(),
          status: v.string(),
          failureMessages: v.optional(v.nullable(v.array(v.string())), []),
        }),
      ),
    }),
  ),
})

const Told = v.object({ message: v.optional(v.string(), '') })
const Result = v.object({ errors: v.optional(v.array(Told), []) })
const Run = v.object({ projectName: v.string(), status: v.string(), results: v.array(Result) })
const Spec = v.object({ title: v.string(), file: v.string(), tests: v.array(Run) })
interface Suite {
  specs?: v.InferOutput<typeof Spec>[] | undefined
  suites?: Suite[] | undefined
}
const Suite: v.GenericSchema<unknown, Suite> = v.object({
  specs: v.optional(v.array(Spec)),
  suites: v.optional(v.array(v.lazy(() => Suite))),
})
const PlaywrightFailures = v.object({ suites: v.array(Suite), errors: v.array(Told) })

/** From Vitest's JSON: what did not pass, and files that broke before their first test. */
export function vitestFailures(report: unknown): Failure[] {
  return v.parse(VitestFailures, report).testResults.flatMap(({ name, status, message, assertionResults }) => {
    if (status === 'failed' && assertionResults.length === 0) return [{ name, error: message }]
    return assertionResults
      .filter((one) => one.status !== 'passed')
      .map((one) => ({
        name: `${name} › ${one.fullName}`,
        error: one.failureMessages?.join('\n') || `is ${one.status}`,
      }))
  })
}

/** From Playwright's JSON: what did not pass at once, and errors outside of tests. */
export function playwrightFailures(report: unknown): Failure[] {
  const { suites, errors } = v.parse(PlaywrightFailures, report)
  const ofSuite = (suite: Suite): Failure[] => [
    ...(suite.specs ?? []).flatMap(ofSpec),
    ...(suite.suites ?? []).flatMap(ofSuite),
  ]
  return [...errors.map(({ message }) => ({ name: 'outside of tests', error: message })), ...suites.flatMap(ofSuite)]
}

const ofSpec = ({ title, file, tests }: v.InferOutput<typeof Spec>): Failure[] =>
  tests
    .filter(({ status }) => status !== 'expected')
    .map(({ projectName, status, results }) => ({
      name: `${file} › ${title} (${projectName})`,
      error: results.flatMap(({ errors }) => errors.map(({ message }) => message)).join('\n') || `is ${status}`,
    }))

const LINES = 8
/** So many with what they said; the others by name, so that the last screen of a log names all. */
const TOLD = 25

/** The failed tests of a stage as lines: each by its name and the first lines of its error. */
export function failureLines(stage: string, failures: readonly Failure[], root: string): string[] {
  return failures.flatMap(({ name, error }, at) => {
    const said = stripVTControlCharacters(error)
      .split('\n')
      .map((line) => line.trimEnd())
      .filter((line) => line !== '')
      .slice(0, at < TOLD ? LINES : 0)
    return [`✗ ${stage}: ${name.replace(`${root}/`, '')}`, ...said.map((line) => `    ${line.slice(0, 300)}`)]
  })
}
