import { spawn } from 'node:child_process'
import { mkdir, rm } from 'node:fs/promises'
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
}

/** Runs a test runner with its output on this console, then reads its report. */
export async function runRunner({ script, args, env, report, read, name }: Runner): Promise<Outcome> {
  // Deletes the previous report, so that it is not read when the runner writes none.
  await rm(report, { force: true })
  await mkdir(dirname(report), { recursive: true })
  const exitCode = await new Promise<number>((resolve, reject) => {
    const child = spawn(process.execPath, [join(root, script), ...args], {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, ...env },
    })
    child.on('error', reject)
    child.on('close', (code) => resolve(code ?? 1))
  })
  return runnerOutcome(report, exitCode, read, name)
}
