import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import {
  type DatabaseConnection,
  type Dialect,
  type SelectModifierNode,
  SqliteAdapter,
  SqliteDialect,
  type SqliteDialectConfig,
  SqliteDriver,
  SqliteQueryCompiler,
  type SqliteStatement,
} from 'kysely'
import type { Logger } from 'pino'
import { makePrivate } from '../storage/data-folder.ts'

/** The size of the statement cache; the application has fewer statements. */
const STATEMENTS_MAX = 256

/**
 * Opens a file with the settings that every process uses. With `synchronous = full` each commit waits for the disk, so
 * that a committed row survives a power cut. `timeout` waits for other programs such as admin:create. `secure_delete`
 * overwrites deleted data (docs/decisions/050).
 */
export function openSqliteFile(file: string): DatabaseSync {
  // SQLite gives the -wal and -shm files the mode of the database file.
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

/** Kysely's SQLite dialect was written for better-sqlite3; this adapts `node:sqlite` to that interface. */
export function sqliteDialect(file: string, log?: Logger): Dialect {
  const config: SqliteDialectConfig = {
    database: async () => {
      const database = openSqliteFile(file)
      const statements = new Map<string, SqliteStatement>()
      return {
        close: () => database.close(),
        prepare: (sql) => {
          if (sql.startsWith('pragma ')) return pragma(database, sql)
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

/** SQLite rolls schema changes back with the rest of a transaction; Kysely assumes that it does not. */
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

  override createQueryCompiler() {
    return new SqliteCompiler()
  }

  override createDriver() {
    return new FirstErrorDriver(this.#config, this.#log)
  }
}

/**
 * Leaves out the row locks of a select, such as `for update`, which SQLite does not know: `begin immediate` locks the
 * whole database, so that only one transaction at a time writes.
 */
class SqliteCompiler extends SqliteQueryCompiler {
  protected override visitSelectModifier(node: SelectModifierNode) {
    if (node.modifier === undefined || node.modifier === 'Distinct') super.visitSelectModifier(node)
  }
}

class TransactionalSqliteAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl() {
    return true
  }
}

/** A transaction that begins with a read fails at its first write if another process wrote since; so it locks first. */
const writesFirst = (sql: string): string => (sql === 'begin' ? 'begin immediate' : sql)

/**
 * When the disk is full, SQLite rolls a transaction back by itself. A second rollback fails then, and its error would
 * hide the original one.
 */
function rollback(database: DatabaseSync): SqliteStatement {
  const statement = adapt(database.prepare('rollback'))
  const nothing = { changes: 0, lastInsertRowid: 0 }
  return { ...statement, run: (parameters) => (database.isTransaction ? statement.run(parameters) : nothing) }
}

/** SQLite applies a setting when its statement is prepared, so a statement from the cache would change nothing. */
function pragma(database: DatabaseSync, sql: string): SqliteStatement {
  return adapt(database.prepare(sql))
}

/** Rethrows the error that made a transaction fail, even when the rollback fails. */
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
