import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'
import { Summary, totals } from './summary.ts'

/** One of the repeated runs. */
export interface Run {
  seed: number
  seconds: number
  /** Undefined when the run ended before its summary was written. */
  summary: Summary | undefined
  /** A problem of the run besides its failed tests. */
  problem: string | undefined
}

interface Options {
  /** The script that runs the tests, and its arguments. */
  command: readonly [string, ...string[]]
  seed: number
  /** Absolute path of the folder for the output (`output.log`) and the reports. */
  folder: string
  /** Receives the process, for `signalGroup`. */
  onStart?: (child: ChildProcess) => void
}

/**
 * Runs the tests in a new process group and reads their results; kills processes that a crashed run has left. Never
 * rejects because a run has failed.
 */
export async function runOnce({ command, seed, folder, onStart }: Options): Promise<Run> {
  await mkdir(folder, { recursive: true })
  const log = await open(join(folder, 'output.log'), 'w')
  const started = performance.now()
  try {
    const child = spawn(process.execPath, [...command, '--results', folder], {
      stdio: ['ignore', log.fd, log.fd],
      // A process group, so that signals also reach the browsers and servers of the tests.
      detached: true,
      env: { ...process.env, SEED: String(seed) },
    })
    onStart?.(child)
    const [code, signal]: (number | string | null)[] = await once(child, 'exit')
    const ended = signal === null ? `ended with code ${code}` : `was ended by ${signal}`
    const seconds = (performance.now() - started) / 1000
    const read = await readSummary(join(folder, 'summary.json'), code === 0, ended)
    if (!read.summary) signalGroup(child, 'SIGTERM')
    return { seed, seconds, ...read }
  } finally {
    await log.close()
  }
}

/** Sends a signal to a run and all its child processes; no error when none is left. */
export function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, signal)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}

async function readSummary(file: string, good: boolean, ended: string): Promise<Pick<Run, 'summary' | 'problem'>> {
  try {
    const summary = v.parse(Summary, JSON.parse(await readFile(file, 'utf8')))
    const { passed, failed } = totals(summary)
    if (good === (failed === 0) && passed + failed > 0) return { summary, problem: undefined }
    return { summary, problem: `${ended}, with ${passed} passed and ${failed} failed tests` }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return { summary: undefined, problem: `${ended} without totals (${reason})` }
  }
}
