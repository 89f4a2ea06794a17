import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import {
  type DatabaseConnection,
  type Dialect,
  SqliteAdapter,
  SqliteDialect,
  type SqliteDialectConfig,
  SqliteDriver,
  type SqliteStatement,
} from 'kysely'
import type { Logger } from 'pino'
import { makePrivate } from '../storage/data-folder.ts'

/** Statements kept compiled; the application has fewer. */
const STATEMENTS_MAX = 256

/**
 * Opens a file with the settings that every process uses. `synchronous = full`: a row whose write was acknowledged
 * survives a power cut, because each commit waits until the disk has it. `timeout` waits for admin:create and the like.
 * `secure_delete` overwrites what is deleted (docs/decisions/050).
 */
export function openSqliteFile(file: string): DatabaseSync {
  // SQLite gives the files that it makes beside a database the mode of the database.
  for (const suffix of ['', '-wal', '-shm']) makePrivate(`${file}${suffix}`)
  const database = new DatabaseSync(file, { timeout: 5000 })
  try {
    database.exec('pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on')
    database.exec('pragma secure_delete = on')
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

/** Kysely's SQLite dialect was written for better-sqlite3; this gives it `node:sqlite` in that shape. */
export function sqliteDialect(file: string, log?: Logger): Dialect {
  const config: SqliteDialectConfig = {
    database: async () => {
      const database = openSqliteFile(file)
      const statements = new Map<string, SqliteStatement>()
      return {
        close: () => database.close(),
        prepare: (sql) => {
          const known = statements.get(sql)
          if (known) return known
          if (statements.size >= STATEMENTS_MAX) statements.clear()
          const statement = sql === 'rollback' ? rollback(database) : adapt(database.prepare(writesFirst(sql)))
          statements.set(sql, statement)
          return statement
        },
      }
    },
  }
  return new TransactionalSqliteDialect(config, log)
}

/** SQLite undoes table definitions with the rest of a transaction; Kysely assumes that it does not. */
class TransactionalSqliteDialect extends SqliteDialect {
  readonly #config: SqliteDialectConfig
  readonly #log: Logger | undefined

  constructor(config: SqliteDialectConfig, log: Logger | undefined) {
    super(config)
    this.#config = config
    this.#log = log
  }

  override createAdapter() {
    return new TransactionalSqliteAdapter()
  }

  override createDriver() {
    return new FirstErrorDriver(this.#config, this.#log)
  }
}

class TransactionalSqliteAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl() {
    return true
  }
}

/** A transaction that begins by reading fails at its first write if another process wrote since; so lock at once. */
const writesFirst = (sql: string): string => (sql === 'begin' ? 'begin immediate' : sql)

/**
 * SQLite itself undoes a transaction for which the disk has no room. There is nothing to roll back then, and the error
 * that says so would hide the one that matters.
 */
function rollback(database: DatabaseSync): SqliteStatement {
  const statement = adapt(database.prepare('rollback'))
  const nothing = { changes: 0, lastInsertRowid: 0 }
  return { ...statement, run: (parameters) => (database.isTransaction ? statement.run(parameters) : nothing) }
}

/** Throws what made a transaction fail also when its rollback fails. */
class FirstErrorDriver extends SqliteDriver {
  readonly #log: Logger | undefined

  constructor(config: SqliteDialectConfig, log: Logger | undefined) {
    super(config)
    this.#log = log
  }

  override async rollbackTransaction(connection: DatabaseConnection) {
    await super
      .rollbackTransaction(connection)
      .catch((error: unknown) => this.#log?.error({ err: error }, 'a transaction could not be rolled back'))
  }
}

function adapt(statement: StatementSync): SqliteStatement {
  return {
    reader: statement.columns().length > 0,
    all: (parameters) => statement.all(...(parameters as SQLInputValue[])),
    run: (parameters) => statement.run(...(parameters as SQLInputValue[])),
    iterate: (parameters) => statement.iterate(...(parameters as SQLInputValue[])),
  }
}
