import { relative } from 'node:path'
import * as v from 'valibot'
import type { Outcome } from './outcome.ts'

const Test = v.object({
  ancestorTitles: v.array(v.string()),
  title: v.string(),
  status: v.string(),
  failureMessages: v.optional(v.nullable(v.array(v.string())), []),
})
type Test = v.InferOutput<typeof Test>

const Report = v.object({
  testResults: v.array(
    v.object({
      name: v.string(),
      status: v.string(),
      message: v.optional(v.string(), ''),
      assertionResults: v.array(Test),
    }),
  ),
})

/** The full name as Vitest prints it and `-t` matches it. */
const fullName = ({ ancestorTitles, title }: Test) => [...ancestorTitles, title].join(' > ')

/**
 * Parses Vitest's JSON. A skipped test, and a file that failed before its first test, count as failed; tests that
 * `name` excludes, which Vitest reports as skipped, do not count. Paths are made relative to `root`.
 */
export function readVitest(report: unknown, root: string, name = ''): Outcome {
  let passed = 0
  const failures = v.parse(Report, report).testResults.flatMap(({ name: path, status, message, assertionResults }) => {
    const file = relative(root, path)
    if (status === 'failed' && assertionResults.length === 0) return [{ file, name: '', error: message }]
    const selected = assertionResults.filter((test) => fullName(test).includes(name))
    passed += selected.filter((test) => test.status === 'passed').length
    return selected
      .filter((test) => test.status !== 'passed')
      .map((test) => ({
        file,
        name: fullName(test),
        error: test.failureMessages?.join('\n') || `is ${test.status}`,
      }))
  })
  return { passed, failures }
}
