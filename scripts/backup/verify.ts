import { randomUUID } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { dirname, join } from 'node:path'
import pg from 'pg'
import type { AuditChain } from '#contract/objects/admin/audit.ts'
import { openDatabase } from '#server/db/database.ts'
import { migrate } from '#server/db/migrate.ts'
import { verifyChain } from '#server/modules/audit/chain/verify-chain.ts'
import { objectPath } from '#server/providers/files/folder-store.ts'
import { BackupError } from './backup-error.ts'
import { sha256Of } from './manifest.ts'
import { type Restored, restore } from './restore.ts'
import { withTemporaryFolder } from './with-temporary-folder.ts'

export interface Verified extends Restored {
  /** The number of files of messages whose content is what its hash says. */
  hashed: number
  /** The migrations that this version applies to the backup. */
  migrations: readonly string[]
  /** The entries of the audit log, none of which was removed or changed since it was chained. */
  audit: AuditChain
}

/**
 * Restores the backup into a temporary folder beside it (and, on PostgreSQL, a temporary database on the server of
 * `databaseUrl`), runs the checks of a restore, compares the content of files with their hashes, and applies this
 * version's migrations, so that a server would start, and checks the hash chain of the audit log. Removes all of it
 * again.
 * Throws BackupError.
 */
export async function verify(file: string, databaseUrl: string | null): Promise<Verified> {
  return await withTemporaryFolder(
    () => mkdtempSync(join(dirname(file), '.verify-')),
    async (dataDir) => {
      return await withScratchDatabase(databaseUrl, async (scratch) => {
        const target = { databaseUrl: scratch, dataDir }
        const restored = await restore(file, target)
        const { db, engine, close } = await openDatabase(target)
        try {
          const migrations = await migrate(db, engine)
          const contents = await db.selectFrom('file_contents').select(['object', 'sha256']).execute()
          const missing = new Set(restored.missing)
          const present = contents.filter(({ object }) => !missing.has(object))
          for (const { object, sha256 } of present) {
            if ((await sha256Of(objectPath(join(dataDir, 'files'), object))) !== sha256)
              throw new BackupError(`the object ${object} is damaged: its SHA-256 is not that of its row`)
          }
          const audit = await verifyChain(db)
          if (audit.broken !== null)
            throw new BackupError(
              `entry ${audit.broken.position} of the audit is ${audit.broken.problem}: its hash chain is intact up to there`,
            )
          return { ...restored, hashed: present.length, migrations, audit }
        } finally {
          await close()
        }
      })
    },
  )
}

/**
 * Lends a new database on that server; null without a server, for SQLite. A connection to it shows other processes that
 * it is in use: what a killed one has left is removed first.
 */
async function withScratchDatabase<T>(
  databaseUrl: string | null,
  use: (scratch: string | null) => Promise<T>,
): Promise<T> {
  if (databaseUrl === null) return await use(null)
  const name = `companion_verify_${randomUUID().replaceAll('-', '')}`
  await withClient(databaseUrl, async (client) => {
    await dropAbandoned(client)
    await client.query(`create database ${name}`)
  })
  const scratch = new URL(databaseUrl)
  scratch.pathname = `/${name}`
  try {
    return await withClient(scratch.href, () => use(scratch.href))
  } finally {
    await withClient(databaseUrl, (client) => client.query(`drop database ${name} with (force)`))
  }
}

async function dropAbandoned(client: pg.Client): Promise<void> {
  const abandoned = await client.query<{ name: string }>(
    `select datname as name from pg_database as one
      where datname ~ '^companion_verify_[0-9a-f]{32}$' and pg_get_userbyid(datdba) = current_user
        and not exists (select from pg_stat_activity as activity where activity.datname = one.datname)`,
  )
  // One that another process has just dropped, or connected to, is no longer ours to drop.
  for (const { name } of abandoned.rows) await client.query(`drop database if exists ${name}`).catch(() => undefined)
}

async function withClient<T>(databaseUrl: string, use: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'companion verify' })
  // A lost connection fails the next query; without a listener it would end the process.
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await use(client)
  } finally {
    await client.end()
  }
}
