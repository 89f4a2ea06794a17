import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { readRepeat } from '../../../scripts/test/read-repeat.ts'
import { isGreen, repeatTable } from '../../../scripts/test/repeat-table.ts'
import { type Run, runOnce } from '../../../scripts/test/run-once.ts'
import { UsageError } from '../../../scripts/test/selection.ts'

const scripts = join(import.meta.dirname, '../../../scripts/test')

const failure = (name: string, error: string) => ({ file: 'drafts.spec.ts', name, error })
const run = (seed: number, ...failures: ReturnType<typeof failure>[]): Run => ({
  seed,
  seconds: 61.4,
  summary: { seed, stages: [{ name: 'e2e', passed: 12, failures, seconds: 60 }] },
  problem: undefined,
})

describe('the arguments of `npm run test:repeat`', () => {
  it('are a number of runs, with or without load, and the arguments of `npm test`', () => {
    expect(readRepeat(['10'])).toEqual({ runs: 10, load: false, test: [] })
    expect(readRepeat(['5', '--load', 'e2e', 'drafts', '-t', 'another tab'])).toEqual({
      runs: 5,
      load: true,
      test: ['e2e', 'drafts', '-t', 'another tab'],
    })
  })

  it.each([[[]], [['e2e']], [['0', 'e2e']], [['ten']], [['3', '--loud']]])('are rejected: %j', (args) => {
    expect(() => readRepeat(args)).toThrow(UsageError)
  })
})

describe('the table of repeated runs', () => {
  const repeat = { command: 'npm test -- e2e', circumstances: 'on 2 cores', planned: 4 }

  it('lists the runs and the failures by frequency, with seeds and the first line of the first error', () => {
    const runs = [
      run(7, failure('is sent', 'Error: a | b\nat line 3')),
      run(8),
      run(9, failure('stays', '\n\u001b[31mlost <b>\u001b[39m'), failure('is sent', 'other')),
      { seed: 10, seconds: 3, summary: undefined, problem: 'was ended by SIGKILL without totals' },
    ]
    expect(repeatTable({ ...repeat, runs })).toBe(`**1 of 4 runs passed**

\`npm test -- e2e\`, on 2 cores

| run | seed | passed | failed | seconds |
|--:|--:|--:|--:|--:|
| 1 | 7 | 12 | 1 | 61 |
| 2 | 8 | 12 | 0 | 61 |
| 3 | 9 | 12 | 2 | 61 |
| 4 | 10 |  | no totals | 3 |

| test | failed | seed | first error |
|---|--:|--:|---|
| e2e › drafts.spec.ts › is sent | 2 of 4 | 7, 9 | Error: a \\| b |
| e2e › drafts.spec.ts › stays | 1 of 4 | 9 | lost \\<b> |
| the run itself | 1 of 4 | 10 | was ended by SIGKILL without totals |
`)
  })

  it('counts a test once for a run in which both engines fail it, also when the runs have one seed', () => {
    const runs = [
      run(7, failure('stays', 'in one'), failure('stays', 'in the other')),
      run(7, failure('stays', 'in one')),
    ]
    expect(repeatTable({ ...repeat, runs })).toContain('stays | 2 of 2 | 7, 7 | in one |')
  })

  it('states the requested number of runs when it was stopped', () => {
    expect(repeatTable({ ...repeat, runs: [run(7)] })).toMatch(/^\*\*1 of 1 runs passed\*\*, 4 were asked for\n/)
  })
})

describe('a repeated run', () => {
  /** A script in place of `npm test`; its last argument is the folder of the reports. */
  async function runScript(script: string): Promise<Run> {
    const folder = await mkdtemp(join(tmpdir(), 'repeat-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    await writeFile(join(folder, 'script.ts'), script)
    return runOnce({ command: [join(folder, 'script.ts')], seed: 42, folder })
  }
  const ending = (failures: string, code: number) => `
    import { writeFileSync } from 'node:fs'
    const stages = [{ name: 'unit', passed: 3, failures: ${failures}, seconds: 1 }]
    writeFileSync(process.argv.at(-1) + '/summary.json', JSON.stringify({ seed: Number(process.env.SEED), stages }))
    process.exit(${code})`
  const oneFailure = "[{ file: 'a.test.ts', name: 'is right', error: 'is wrong' }]"

  it('reports the totals of its summary, and gets its seed', async () => {
    const passed = await runScript(ending('[]', 0))
    expect(passed).toMatchObject({ problem: undefined, summary: { seed: 42, stages: [{ passed: 3 }] } })
    expect(isGreen(passed)).toBe(true)
    const failed = await runScript(ending(oneFailure, 1))
    expect(failed.problem).toBeUndefined()
    expect(isGreen(failed)).toBe(false)
  })

  it('has a problem when it is killed, writes no totals, or exits otherwise than they say', async () => {
    const problems = await Promise.all(
      ["process.kill(process.pid, 'SIGKILL')", 'process.exit(0)', ending('[]', 3), ending(oneFailure, 0)].map(
        runScript,
      ),
    )
    expect(problems.map(isGreen)).toEqual([false, false, false, false])
    expect(problems.map(({ problem }) => problem)).toEqual([
      expect.stringMatching(/^was ended by SIGKILL without totals/),
      expect.stringMatching(/^ended with code 0 without totals/),
      'ended with code 3, with 3 passed and 0 failed tests',
      'ended with code 0, with 3 passed and 1 failed tests',
    ])
  })
})

describe('the load during repeated runs', () => {
  it('ends with the process that started it, even when that is killed', async () => {
    // The loop keeps the output of its parent open, so that it closes when both have ended.
    const start = `const { spawn } = require('node:child_process')
      spawn(process.execPath, [${JSON.stringify(join(scripts, 'busy-loop.ts'))}, String(process.pid)], { stdio: 'inherit' })
        .on('spawn', () => console.log('started'))`
    const parent = spawn(process.execPath, ['-e', start])
    await once(parent.stdout, 'data')
    parent.kill('SIGKILL')
    expect(await once(parent, 'close')).toEqual([null, 'SIGKILL'])
  })
})
