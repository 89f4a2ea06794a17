import { spawn } from 'node:child_process'
import { mkdir, open, rm } from 'node:fs/promises'
import { constants, setPriority } from 'node:os'
import { dirname, join } from 'node:path'
import { type Outcome, runnerOutcome } from './outcome.ts'

const root = join(import.meta.dirname, '../..')

interface Runner {
  /** Relative to the root of the project. */
  script: string
  args: readonly string[]
  env?: Record<string, string>
  /** The path of the runner's JSON report. */
  report: string
  read: (report: unknown) => Outcome
  /** The text that selected the tests, for the message when there are none. */
  name: string | undefined
  /** A file for the output of a runner that runs beside others, at a lower priority; undefined: the console. */
  log?: string | undefined
}

/** Runs a test runner, then reads its report. */
export async function runRunner({ script, args, env, report, read, name, log }: Runner): Promise<Outcome> {
  // Deletes the previous report, so that it is not read when the runner writes none.
  await rm(report, { force: true })
  await mkdir(dirname(report), { recursive: true })
  await using file = log === undefined ? undefined : await open(log, 'w')
  const output = file?.fd ?? 'inherit'
  const exitCode = await new Promise<number>((resolve, reject) => {
    const child = spawn(process.execPath, [join(root, script), ...args], {
      cwd: root,
      stdio: ['inherit', output, output],
      env: { ...process.env, ...env },
    })
    child.on('error', reject)
    child.on('close', (code) => resolve(code ?? 1))
    if (file !== undefined && child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL)
  })
  return runnerOutcome(report, exitCode, read, name)
}
