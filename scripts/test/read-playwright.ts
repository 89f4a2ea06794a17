import * as v from 'valibot'
import type { Failure } from './failures.ts'
import type { Outcome } from './outcome.ts'

const Message = v.object({ message: v.optional(v.string(), '') })
const Attachment = v.object({ name: v.string(), body: v.optional(v.string()) })
const Result = v.object({
  errors: v.optional(v.array(Message), []),
  attachments: v.optional(v.array(Attachment), []),
})
type Result = v.InferOutput<typeof Result>
const Run = v.object({ projectName: v.string(), status: v.string(), results: v.array(Result) })
const Spec = v.object({ title: v.string(), file: v.string(), tests: v.array(Run) })
type Spec = v.InferOutput<typeof Spec>
interface Suite {
  specs?: Spec[] | undefined
  suites?: Suite[] | undefined
}
const Suite: v.GenericSchema<unknown, Suite> = v.object({
  specs: v.optional(v.array(Spec)),
  suites: v.optional(v.array(v.lazy(() => Suite))),
})
const Report = v.object({ suites: v.array(Suite), errors: v.array(Message), stats: v.object({ expected: v.number() }) })

/** Parses Playwright's JSON. Skipped and flaky tests count as failed, as do errors outside of tests. */
export function readPlaywright(report: unknown): Outcome {
  const { suites, errors, stats } = v.parse(Report, report)
  const outside = errors.map(({ message }) => ({ file: '', name: 'outside of tests', error: message }))
  return { passed: stats.expected, failures: [...outside, ...suites.flatMap(failuresOfSuite)] }
}

const failuresOfSuite = ({ specs = [], suites = [] }: Suite): Failure[] => [
  ...specs.flatMap(failuresOfSpec),
  ...suites.flatMap(failuresOfSuite),
]

const failuresOfSpec = ({ title, file, tests }: Spec): Failure[] =>
  tests
    .filter(({ status }) => status !== 'expected')
    .map(({ projectName, status, results }) => ({
      file,
      name: `${title} (${projectName})`,
      error: results.flatMap(({ errors }) => errors.map(({ message }) => message)).join('\n') || `is ${status}`,
      page: results.map(pageOfResult).find((page) => page !== undefined),
    }))

/** What tests/e2e/fixtures.ts has attached of a failed test's page. */
function pageOfResult({ attachments }: Result): string | undefined {
  const body = attachments.find(({ name }) => name === 'page')?.body
  return body === undefined ? undefined : Buffer.from(body, 'base64').toString()
}
