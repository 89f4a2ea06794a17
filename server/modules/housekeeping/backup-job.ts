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
 * removes the oldest ones. It runs in a process of its own, because copying and checking SQLite blocks the event loop.
 * `env` has the settings.
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
  const newest = new Gauge({
    name: 'companion_newest_backup_timestamp_seconds',
    help: 'When the newest backup in the data folder was made; 0 without one',
    registers: [metrics],
    async collect() {
      newest.set((await newestBackup(folder)) / 1000)
    },
  })

  async function runOnce(): Promise<void> {
    if (everyHours === null) return
    const before = await newestBackup(folder)
    if (now() - before < everyHours * HOUR_MS) return
    const child = spawn(process.execPath, [program, '--prune'], {
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
    if (closed === null) return
    const [code] = closed
    if (code === 0) log.info({ output }, 'a backup was made')
    else if ((await newestBackup(folder)) > before)
      log.error({ output }, 'a backup was made, but not uploaded; the next one follows when it is due')
    else log.error({ output }, 'a backup failed; it is tried again in ten minutes')
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

/** In milliseconds, by its name; 0 without one. */
async function newestBackup(folder: string): Promise<number> {
  const names = await readdir(folder).catch((error: unknown) => {
    if (isSystemError(error, 'ENOENT')) return []
    throw error
  })
  const times = names.flatMap((name) => {
    const [, day, time] = /^companion-(\d{4}-\d\d-\d\d)T(\d\d-\d\d-\d\d)Z\.(?:sqlite|dump|tar\.age)$/.exec(name) ?? []
    return day && time ? [Date.parse(`${day}T${time.replaceAll('-', ':')}Z`)] : []
  })
  return Math.max(0, ...times)
}
