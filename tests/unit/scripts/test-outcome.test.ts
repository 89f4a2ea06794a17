import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { failureLines } from '../../../scripts/test/failures.ts'
import { runnerOutcome } from '../../../scripts/test/outcome.ts'
import { readPlaywright } from '../../../scripts/test/read-playwright.ts'
import { readVitest } from '../../../scripts/test/read-vitest.ts'

const vitestTest = (title: string, status: string, ...failureMessages: string[]) => ({
  ancestorTitles: ['a sum'],
  title,
  status,
  failureMessages,
})

describe('reading a Vitest report', () => {
  const failed = vitestTest('is right', 'failed', 'AssertionError: 1\nis not 2')
  const tests = [vitestTest('is a number', 'passed'), failed, vitestTest('is quick', 'skipped')]
  const report = {
    testResults: [
      { name: '/project/tests/a.test.ts', status: 'failed', message: '', assertionResults: tests },
      { name: '/project/tests/b.test.ts', status: 'failed', message: 'No such module', assertionResults: [] },
    ],
  }

  it('counts skipped tests and files that failed before their first test as failed, each by its name', () => {
    expect(readVitest(report, '/project')).toEqual({
      passed: 1,
      failures: [
        { file: 'tests/a.test.ts', name: 'a sum > is right', error: 'AssertionError: 1\nis not 2' },
        { file: 'tests/a.test.ts', name: 'a sum > is quick', error: 'is skipped' },
        { file: 'tests/b.test.ts', name: '', error: 'No such module' },
      ],
    })
  })

  it('leaves out the tests that were not selected by name, and no others', () => {
    const files = report.testResults.slice(0, 1)
    expect(readVitest({ testResults: files }, '/project', 'is a number')).toEqual({ passed: 1, failures: [] })
    expect(readVitest({ testResults: files }, '/project', 'sum > is quick').failures).toHaveLength(1)
  })
})

describe('reading a Playwright report', () => {
  const run = (status: string, ...messages: string[]) => ({
    projectName: 'phone',
    status,
    results: [{ errors: messages.map((message) => ({ message })) }],
  })

  it('counts skipped and flaky tests and errors outside tests as failed, each by its name and project', () => {
    const spec = { title: 'signs in', file: 'auth.spec.ts', tests: [run('expected'), run('unexpected', 'No button')] }
    const flaky = { title: 'sends', file: 'send.spec.ts', tests: [run('flaky'), run('skipped')] }
    const suites = [{ specs: [flaky], suites: [{ specs: [spec] }] }]
    expect(readPlaywright({ errors: [{ message: 'no browser' }], suites, stats: { expected: 1 } })).toEqual({
      passed: 1,
      failures: [
        { file: '', name: 'outside of tests', error: 'no browser' },
        { file: 'send.spec.ts', name: 'sends (phone)', error: 'is flaky' },
        { file: 'send.spec.ts', name: 'sends (phone)', error: 'is skipped' },
        { file: 'auth.spec.ts', name: 'signs in (phone)', error: 'No button' },
      ],
    })
  })

  it('takes what the page of a failed test showed', () => {
    const body = Buffer.from('/auth/login\n- heading "Log in"').toString('base64')
    const results = [{ errors: [{ message: 'No button' }], attachments: [{ name: 'page', body }] }]
    const tests = [{ projectName: 'phone', status: 'unexpected', results }]
    const suites = [{ specs: [{ title: 'signs in', file: 'auth.spec.ts', tests }] }]
    const { failures } = readPlaywright({ errors: [], suites, stats: { expected: 0 } })
    expect(failures).toMatchObject([{ error: 'No button', page: '/auth/login\n- heading "Log in"' }])
  })
})

async function emptyReport(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'outcome-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await writeFile(join(folder, 'report.json'), '{}')
  return join(folder, 'report.json')
}

describe('the outcome of a runner', () => {
  it.each<[string, number, number, number, number]>([
    ['ran well', 2, 0, 0, 0],
    ['ran nothing', 0, 0, 0, 1],
    ['crashed after its tests', 2, 0, 1, 1],
    ['had a failed test', 2, 1, 1, 1],
  ])('is counted as such when it %s', async (_what, passed, found, exitCode, counted) => {
    const report = await emptyReport()
    const failures = Array.from({ length: found }, () => ({ file: '', name: 'a test', error: 'broke' }))
    const outcome = await runnerOutcome(report, exitCode, () => ({ passed, failures }))
    expect(outcome.passed).toBe(passed)
    expect(outcome.failures).toHaveLength(counted)
  })

  it('is a failure with an explanation when no test has the selected name', async () => {
    const report = await emptyReport()
    const outcome = await runnerOutcome(report, 0, () => ({ passed: 0, failures: [] }), 'sorts (')
    expect(outcome).toEqual({
      passed: 0,
      failures: [{ file: '', name: '-t', error: 'No test has “sorts (” in its name.' }],
    })
  })

  it('is a failure that names the report when there is none', async () => {
    const { passed, failures } = await runnerOutcome('/nowhere/report.json', 0, readPlaywright)
    expect(passed).toBe(0)
    expect(failures).toMatchObject([
      { name: 'the runner itself', error: expect.stringContaining('/nowhere/report.json') },
    ])
  })
})

describe('the end of a log', () => {
  it('names every failure, with at most eight lines of its error, without colours, and what the page showed', () => {
    const error = Array.from({ length: 20 }, (_, n) => `\u001b[31mline ${n}\u001b[39m\n`).join('\n')
    const page = '/auth/login\n- heading "Log in"'
    expect(failureLines('e2e', [{ file: 'a.spec.ts', name: 'fails', error, page }])).toEqual([
      '✗ e2e: a.spec.ts › fails',
      ...Array.from({ length: 8 }, (_, n) => `    line ${n}`),
      '    /auth/login',
      '    - heading "Log in"',
    ])
    const many = Array.from({ length: 100 }, (_, n) => ({ file: '', name: `test ${n}`, error: 'broke' }))
    expect(failureLines('build', many).filter((line) => line.startsWith('✗'))).toHaveLength(100)
  })
})
