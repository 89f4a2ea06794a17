import { join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { Config } from '#server/config/config.ts'
import { sqliteFile } from '#server/db/database.ts'
import type { StartContext } from '#server/lifecycle/explain-start-error.ts'
import { BackupError } from './backup/backup-error.ts'
import { openSqliteCopy, type SqliteCopy } from './backup/copy/copy-sqlite.ts'
import { reportError, runCommand } from './command/run-command.ts'

/** The program waits nine times as long as a copy took, so that it is busy for a tenth of the time at most. */
const REST = 9

/**
 * `npm run db:copy -- FILE [--every SECONDS]`, while a server on SQLite runs: keeps a copy up to date until SIGTERM or
 * SIGINT; without `--every`, makes it once. Prints a line for each copy, with the time of the state that it has.
 */
async function main(config: Config, context: StartContext): Promise<void> {
  const { positionals, values } = parseArgs({ allowPositionals: true, options: { every: { type: 'string' } } })
  const [selected, ...others] = positionals
  const every = Number(values.every ?? 0)
  if (selected === undefined || others.length > 0 || !(every >= 0 && every <= 86_400))
    throw new BackupError('name one file: npm run db:copy -- <file> --every <seconds>')
  if (config.databaseUrl !== null)
    throw new BackupError('only SQLite is copied so; PostgreSQL has replication and pg_receivewal for it')
  const { dataDir, files } = config
  context.phase = 'database'
  const copy = openSqliteCopy(sqliteFile(dataDir), files.s3 === null ? join(dataDir, 'files') : null, resolve(selected))
  try {
    if (values.every === undefined) await refresh(copy)
    else await follow(copy, every * 1000, context)
  } finally {
    copy.close()
  }
}

async function follow(copy: SqliteCopy, everyMs: number, context: StartContext): Promise<void> {
  const controller = new AbortController()
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => controller.abort())
  while (!controller.signal.aborted) {
    const began = performance.now()
    // A copy that fails, such as on a full disk, is tried again: the one before is still there.
    await refresh(copy).catch((error: unknown) => reportError(error, context))
    const took = performance.now() - began
    await delay(Math.max(everyMs - took, took * REST), undefined, { signal: controller.signal }).catch(() => undefined)
  }
}

async function refresh(copy: SqliteCopy): Promise<void> {
  const state = new Date()
  const began = performance.now()
  const copied = await copy.refresh()
  if (copied === null) return
  const { bytes, added, removed } = copied
  const objects = added + removed === 0 ? '' : `, ${added} objects added, ${removed} removed`
  const took = Math.round(performance.now() - began)
  console.log(`Copied the state of ${state.toISOString()} (${bytes} bytes${objects}) in ${took} ms`)
}

await runCommand('No copy was made', main)
