import { statSync } from 'node:fs'
import { type Kysely, sql } from 'kysely'
import { openDatabase, sqliteFile } from '#server/db/database.ts'
import { contractingMigrations, migrations, unknownOf } from '#server/db/migrate.ts'
import { readExecuted } from '#server/db/migrations-executed.ts'
import type { Database } from '#server/db/schema/schema.ts'
import { refuseLostDatabase } from '#server/storage/lost-database.ts'
import { requireSpace, type Space } from '#server/storage/require-space.ts'

/** The database cannot be migrated as it is; the message says why in one sentence without a full stop. */
export class UpgradeError extends Error {
  override readonly name = 'UpgradeError'
}

export interface Upgrade {
  /** `expands`: servers of the previous release go on working beside it. */
  pending: readonly { name: string; expands: boolean }[]
  executed: number
  /** Null where the disk is not that of this machine. */
  space: Space | null
}

interface Target {
  databaseUrl: string | null
  dataDir: string
}

/**
 * Whether this version's migrations can be applied: it connects, compares the migrations, and tries whether it may
 * write. It changes nothing, also while servers run. Throws UpgradeError, SpaceError, or the error of the connection.
 */
export async function checkUpgrade(target: Target): Promise<Upgrade> {
  const { databaseUrl, dataDir } = target
  if (databaseUrl === null) {
    const file = sqliteFile(dataDir)
    refuseLostDatabase(dataDir, file)
    if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) === 0)
      return { pending: pendingAfter([]), executed: 0, space: checkSpace(target) }
  }
  const { db, engine, close } = await openDatabase(target)
  try {
    const executed = await readExecuted(db)
    refuseUnknown(executed)
    const pending = pendingAfter(executed)
    if (engine === 'sqlite') await tryToLock(db)
    else await refuseMissingRights(db)
    return { pending, executed: executed.length, space: engine === 'sqlite' ? checkSpace(target) : null }
  } finally {
    await close()
  }
}

function pendingAfter(executed: readonly string[]): Upgrade['pending'] {
  const known = new Set(executed)
  const names = Object.keys(migrations).filter((name) => !known.has(name))
  return names.map((name) => ({ name, expands: !contractingMigrations.has(name) }))
}

function refuseUnknown(executed: readonly string[]): void {
  const unknown = unknownOf(executed)
  if (unknown.length > 0)
    throw new UpgradeError(`the database is of a newer version, which added ${unknown.join(', ')}`)
}

/** Throws SQLite's error when the file is read-only, damaged, or locked for longer than the timeout. */
const tryToLock = (db: Kysely<Database>): Promise<unknown> =>
  db.transaction().execute((trx) => sql`select name from sqlite_master limit 1`.execute(trx))

async function refuseMissingRights(db: Kysely<Database>): Promise<void> {
  const { rows } = await sql<{ name: string; may: boolean; foreign: string | null }>`
    select current_user as name, has_schema_privilege(current_user, current_schema(), 'create') as may,
      (select min(tablename) from pg_tables
        where schemaname = current_schema() and not pg_has_role(current_user, tableowner, 'member')) as foreign`.execute(
    db,
  )
  const [rights] = rows
  if (rights?.may !== true) throw new UpgradeError(`the user ${rights?.name} may not create tables`)
  if (rights.foreign !== null)
    throw new UpgradeError(`the table ${rights.foreign} belongs to another user than ${rights.name}`)
}

/** A migration can write every row of a table anew. */
function checkSpace({ dataDir }: Target): Upgrade['space'] {
  const sizeOf = (suffix: string) => statSync(`${sqliteFile(dataDir)}${suffix}`, { throwIfNoEntry: false })?.size ?? 0
  return requireSpace(dataDir, sizeOf('') + sizeOf('-wal'), 'migrating')
}
