import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { parse } from 'valibot'
import { describe, expect, it, onTestFinished } from 'vitest'
import { Summary } from '../../../scripts/test/summary.ts'

const script = join(import.meta.dirname, '../../../scripts/test.ts')

/** Runs the command with a separate results folder: the reports of the run that this test belongs to must stay. */
async function npmTest(...args: string[]) {
  const results = await mkdtemp(join(tmpdir(), 'npm-test-'))
  onTestFinished(() => rm(results, { recursive: true }))
  const { code, stdout, stderr } = await promisify(execFile)(process.execPath, [script, ...args, '--results', results])
    .then((output) => ({ code: 0, ...output }))
    .catch((error: { code: number; stdout: string; stderr: string }) => error)
  return { code, stdout, stderr, lastLine: stdout.trimEnd().split('\n').at(-1), results }
}

describe('`npm test`', () => {
  it('rejects an unknown stage before it runs anything', async () => {
    const { code, stdout, stderr } = await npmTest('unti')
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toContain(
      'There is no stage “unti”.\nThe stages are checks, build, unit, server, chaos, engines, e2e, container.',
    )
  })

  it('runs one test of one file, prints the totals last, and writes them to a file', { timeout: 60_000 }, async () => {
    const { code, lastLine, results } = await npmTest('unit', 'sort-labels', '-t', 'no collator is created')
    expect({ code, lastLine }).toEqual({ code: 0, lastLine: '1 passed, 0 failed' })
    const summary = parse(Summary, JSON.parse(await readFile(join(results, 'summary.json'), 'utf8')))
    expect(summary.stages).toMatchObject([{ name: 'unit', passed: 1, failures: [] }])
  })
})
