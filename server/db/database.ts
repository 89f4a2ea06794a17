import { join } from 'node:path'
import { Kysely } from 'kysely'
import type { Logger } from 'pino'
import { prepareDataFolder } from '../storage/data-folder.ts'
import { refuseLostDatabase } from '../storage/lost-database.ts'
import { observeQuery } from '../telemetry/observe-query.ts'
import type { PoolOptions } from './postgres.ts'
import type { Database } from './schema/schema.ts'

export type Engine = 'sqlite' | 'postgres'

export interface OpenDatabase {
  db: Kysely<Database>
  engine: Engine
  close(): Promise<void>
}

export interface DatabaseOptions {
  /** null: SQLite in `dataDir`. */
  databaseUrl: string | null
  dataDir: string
  log?: Logger
  /** Options of the PostgreSQL pool. */
  pool?: PoolOptions | undefined
}

/** The path of the SQLite database. */
export const sqliteFile = (dataDir: string): string => join(dataDir, 'companion.sqlite')

/** Opens the database without migrating it (see `migrate`); connects with the first query. Throws LostDatabaseError. */
export async function openDatabase({ databaseUrl, dataDir, log, pool }: DatabaseOptions): Promise<OpenDatabase> {
  const engine: Engine = databaseUrl === null ? 'sqlite' : 'postgres'
  if (databaseUrl === null) {
    prepareDataFolder(dataDir)
    refuseLostDatabase(dataDir, sqliteFile(dataDir))
  }
  const dialect =
    databaseUrl === null
      ? (await import('./sqlite.ts')).sqliteDialect(sqliteFile(dataDir), log)
      : await (await import('./postgres.ts')).postgresDialect(databaseUrl, { log, pool })
  const db = new Kysely<Database>({ dialect, log: observeQuery })
  return { db, engine, close: () => db.destroy() }
}
