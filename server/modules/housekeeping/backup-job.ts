import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Gauge } from 'prom-client'
import { projectRoot } from '../../config/project-root.ts'
import type { Dependencies } from '../../dependencies.ts'
import { isSystemError } from '../../lib/system-error.ts'
import { HOUR_MS } from '../../lib/time.ts'

const FIRST_MS = 30_000
const EVERY_MS = 600_000

const program = join(projectRoot, 'scripts/db-backup.ts')

export interface BackupJob {
  /** Makes a backup when the newest one is old enough. */
  runOnce(): Promise<void>
  /** Starts no more backups and ends the current one; a later one removes what it leaves. */
  stop(): Promise<void>
}

/**
 * Makes a backup in the folder `backups` of the data folder whenever the newest one is `BACKUP_EVERY_HOURS` old, and
 * removes the oldest ones. One that could not be uploaded is uploaded later. It runs in a process of its own, because
 * copying and checking SQLite blocks the event loop. `env` has the settings.
 */
export function createBackupJob(
  { config, log, metrics, now }: Pick<Dependencies, 'config' | 'log' | 'metrics' | 'now'>,
  env: Readonly<Record<string, string | undefined>>,
): BackupJob {
  const { everyHours } = config.backup
  const folder = join(config.dataDir, 'backups')
  const controller = new AbortController()
  let current: Promise<void> = Promise.resolve()
  const interval = new Gauge({
    name: 'companion_backup_interval_seconds',
    help: 'How often this process makes a backup; 0 when it makes none by itself',
    registers: [metrics],
  })
  interval.set((everyHours ?? 0) * (HOUR_MS / 1000))
  const newestTime = new Gauge({
    name: 'companion_newest_backup_timestamp_seconds',
    help: 'When the newest backup in the data folder was made; 0 without one',
    registers: [metrics],
    async collect() {
      newestTime.set(((await newestBackup(folder))?.time ?? 0) / 1000)
    },
  })
  const waiting = new Gauge({
    name: 'companion_backup_waits_for_upload',
    help: 'Whether this process has made a backup that it could not upload yet: 1 or 0',
    registers: [metrics],
  })
  /** The backup that was made but not uploaded. */
  let unsent: string | undefined

  async function runOnce(): Promise<void> {
    if (everyHours === null) return
    const before = await newestBackup(folder)
    const isDue = now() - (before?.time ?? 0) >= everyHours * HOUR_MS
    if (!isDue && unsent === undefined) return
    const result = await runProgram(isDue || unsent === undefined ? ['--prune'] : [join(folder, unsent), '--upload'])
    if (result === null) return
    const { code, output } = result
    const newest = await newestBackup(folder)
    const isMade = newest !== undefined && newest.time > (before?.time ?? 0)
    if (isMade) unsent = newest.name
    if (code === 0) unsent = undefined
    if (code === 0 && isDue) log.info({ output }, 'a backup was made')
    else if (code === 0) log.info({ output }, 'a backup was uploaded that had waited')
    else if (isMade || !isDue)
      log.error({ output }, 'a backup was made, but not uploaded; the upload is tried again in ten minutes')
    else log.error({ output }, 'a backup failed; it is tried again in ten minutes')
    waiting.set(unsent === undefined ? 0 : 1)
  }

  /** The exit code and all that the program has printed; null when the job stops meanwhile. */
  async function runProgram(options: readonly string[]): Promise<{ code: unknown; output: string } | null> {
    const child = spawn(process.execPath, [program, ...options], {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      signal: controller.signal,
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (data) => {
        output += data
      })
    const closed = await once(child, 'close').catch((error: unknown) => {
      if (controller.signal.aborted) return null
      throw error
    })
    return closed === null ? null : { code: closed[0], output }
  }

  const run = () => {
    current = current.then(runOnce).catch((error: unknown) => log.error({ err: error }, 'a backup could not be made'))
  }
  const first = setTimeout(run, FIRST_MS)
  const timer = setInterval(run, EVERY_MS)
  first.unref()
  timer.unref()
  return {
    runOnce,
    async stop() {
      clearTimeout(first)
      clearInterval(timer)
      controller.abort()
      await current
    },
  }
}

/** The newest one by its name, with its time in milliseconds. */
async function newestBackup(folder: string): Promise<{ name: string; time: number } | undefined> {
  const names = await readdir(folder).catch((error: unknown) => {
    if (isSystemError(error, 'ENOENT')) return []
    throw error
  })
  const backups = names.flatMap((name) => {
    const [, day, time] = /^companion-(\d{4}-\d\d-\d\d)T(\d\d-\d\d-\d\d)Z\.(?:sqlite|dump|tar\.age)$/.exec(name) ?? []
    return day && time ? [{ name, time: Date.parse(`${day}T${time.replaceAll('-', ':')}Z`) }] : []
  })
  return backups.sort((one, other) => other.time - one.time)[0]
}
