import { spawn } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type Outcome, runnerOutcome } from './totals.ts'

const root = join(import.meta.dirname, '../..')

/** Runs a test runner with its output on this console, then reads its report at `report`. */
export async function runRunner(
  script: string,
  args: readonly string[],
  report: string,
  read: (report: unknown) => Outcome,
): Promise<Outcome> {
  // A report of an earlier run must not stand in for one that was never written.
  await rm(join(root, report), { force: true })
  const exitCode = await new Promise<number>((resolve, reject) => {
    const child = spawn(process.execPath, [join(root, script), ...args], { cwd: root, stdio: 'inherit' })
    child.on('error', reject)
    child.on('close', (code) => resolve(code ?? 1))
  })
  return runnerOutcome(join(root, report), exitCode, read)
}
