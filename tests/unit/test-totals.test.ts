import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { failureLines, playwrightFailures, vitestFailures } from '../../scripts/test/failures.ts'
import {
  playwrightTotals,
  readPlaywright,
  readVitest,
  runnerOutcome,
  type Totals,
  vitestTotals,
} from '../../scripts/test/totals.ts'

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
  const failures = Array.from({ length: found.failed }, () => ({ name: 'a test', error: 'broke' }))
  const outcome = await runnerOutcome(join(folder, 'report.json'), exitCode, () => ({ ...found, failures }))
  expect(outcome).toMatchObject(counted)
  expect(outcome.failures).toHaveLength(counted.failed)
})

test.each([readVitest, readPlaywright])('a runner without a report has failed, and says which report', async (read) => {
  const failures = [{ name: 'the runner itself', error: expect.stringContaining('/nowhere/report.json') }]
  expect(await runnerOutcome('/nowhere/report.json', 0, read)).toEqual({ passed: 0, failed: 1, failures })
})

test('each test of vitest that did not pass is named with what it said', () => {
  const passed = { fullName: 'well', status: 'passed', failureMessages: [] }
  const failed = { fullName: 'a sum is right', status: 'failed', failureMessages: ['AssertionError: 1\nis not 2'] }
  const skipped = { fullName: 'later', status: 'pending', failureMessages: [] }
  const files = [
    { name: '/house/a.test.ts', status: 'failed', message: '', assertionResults: [passed, failed, skipped] },
    { name: '/house/b.test.ts', status: 'failed', message: 'No such module', assertionResults: [] },
  ]
  expect(vitestFailures({ testResults: files })).toEqual([
    { name: '/house/a.test.ts › a sum is right', error: 'AssertionError: 1\nis not 2' },
    { name: '/house/a.test.ts › later', error: 'is pending' },
    { name: '/house/b.test.ts', error: 'No such module' },
  ])
})

test('each journey that did not pass is named with its project, however deep it stands', () => {
  const run = (status: string, ...messages: string[]) => ({
    projectName: 'phone',
    status,
    results: [{ errors: messages.map((message) => ({ message })) }],
  })
  const spec = { title: 'signs in', file: 'auth.spec.ts', tests: [run('expected'), run('unexpected', 'No button')] }
  const flaky = { title: 'sends', file: 'send.spec.ts', tests: [run('flaky')] }
  const report = { errors: [{ message: 'no browser' }], suites: [{ specs: [flaky], suites: [{ specs: [spec] }] }] }
  expect(playwrightFailures(report)).toEqual([
    { name: 'outside of tests', error: 'no browser' },
    { name: 'send.spec.ts › sends (phone)', error: 'is flaky' },
    { name: 'auth.spec.ts › signs in (phone)', error: 'No button' },
  ])
})

test('a log names every failure, with at most eight lines of its error and without colours', () => {
  const error = Array.from({ length: 20 }, (_, n) => `\u001b[31mline ${n}\u001b[39m\n`).join('\n')
  const lines = failureLines('end to end', [{ name: '/house/tests/a.test.ts › fails', error }], '/house')
  expect(lines).toEqual([
    '✗ end to end: tests/a.test.ts › fails',
    ...Array.from({ length: 8 }, (_, n) => `    line ${n}`),
  ])
  const many = Array.from({ length: 100 }, (_, n) => ({ name: `test ${n}`, error: 'broke' }))
  expect(failureLines('build', many, '/house').filter((line) => line.startsWith('✗'))).toHaveLength(100)
})
