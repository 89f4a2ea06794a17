import { rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Kysely, sql } from 'kysely'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type Engine, openDatabase, sqliteFile } from '#server/db/database.ts'
import { contractingMigrations, migrate, migrations } from '#server/db/migrate.ts'
import { postgresDialect } from '#server/db/postgres.ts'
import { sqliteDialect } from '#server/db/sqlite.ts'
import { testEngines } from '#support/database/engines.ts'
import { createTestStorage, type TestStorage } from '#support/database/test-database.ts'
import { environmentOf, runProgram, startServerProcess } from '#support/servers/server-process.ts'

async function createStorage(engine: Engine, options?: { migrated?: boolean }): Promise<TestStorage> {
  const storage = await createTestStorage(engine, options)
  onTestFinished(() => storage.remove())
  return storage
}

/** Makes the database believe that other migrations have run than those of this version. */
async function changeHistory(storage: TestStorage, statement: string): Promise<void> {
  const { db, close } = await openDatabase(storage)
  await sql.raw(statement).execute(db)
  await close()
}

const check = (storage: TestStorage, args: string[] = []) =>
  runProgram('scripts/db-check.ts', args, environmentOf(storage))

const NEWER = "insert into kysely_migration (name, timestamp) values ('9000-of-next-year', '2999-01-01T00:00:00.000Z')"

describe.each(testEngines)('db:check (%s)', (engine) => {
  it('lists what is to be done on a new database', async () => {
    const { code, stdout, stderr } = await check(await createStorage(engine))
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toContain('The database is new.\n- 0001-foundation: only adds\n')
    expect(stdout).toContain('It can be migrated while servers of the version before run.')
  })

  it('says that a database of this version needs nothing, beside a server', async () => {
    const storage = await createStorage(engine, { migrated: true })
    const server = await startServerProcess(environmentOf(storage))
    const { code, stdout } = await check(storage, ['--rolling'])
    expect(stdout).toContain(`The database has ${Object.keys(migrations).length} migrations.`)
    expect(stdout).toContain('It is of this version: nothing is to be done.')
    expect(code).toBe(0)
    expect(await (await fetch(`${server.address}/readyz`)).text()).toBe('ready\n')
    await server.kill('SIGTERM')
  })

  it('says of each pending migration whether the version before can run beside it', async () => {
    const storage = await createStorage(engine, { migrated: true })
    await changeHistory(storage, "delete from kysely_migration where name > '0040'")
    const late = await check(storage, ['--rolling'])
    expect(late.stdout).toContain('- 0041-passkeys: only adds\n')
    expect(late.stdout).toContain('It can be migrated while servers of the version before run.')
    await changeHistory(storage, "delete from kysely_migration where name > '0013'")
    const early = await check(storage)
    expect(early.stdout).toContain('- 0014-plan-features-and-expiry: changes what the version before uses\n')
    expect(early.stdout).toContain('Stop all servers first')
    expect(early.code).toBe(0)
    const rolling = await check(storage, ['--rolling'])
    expect(rolling.code).toBe(1)
    expect(rolling.stderr).toContain('all servers of the version before must be stopped first, because of 0013')
  })

  it('refuses a database of a newer version, and takes one to which a migration was merged late', async () => {
    const storage = await createStorage(engine, { migrated: true })
    await changeHistory(storage, NEWER)
    const newer = await check(storage)
    expect(newer.code).toBe(1)
    expect(newer.stderr).toBe(
      'The database cannot be migrated: the database is of a newer version, which added 9000-of-next-year.\n',
    )
    await changeHistory(storage, "delete from kysely_migration where name like '9000%' or name like '0030%'")
    const late = await check(storage)
    expect(late.stdout).toContain('- 0030-temporary-answers: only adds\n')
    expect(late.code).toBe(0)
  })
})

describe('db:check', () => {
  it('refuses a SQLite file that is damaged, and one that was lost', async () => {
    const storage = await createStorage('sqlite')
    writeFileSync(sqliteFile(storage.dataDir), 'no database at all, but long enough to be read as one'.repeat(100))
    const damaged = await check(storage)
    expect(damaged.code).toBe(1)
    expect(damaged.stderr).toContain('is not a SQLite database.')
    truncateSync(sqliteFile(storage.dataDir))
    writeFileSync(join(storage.dataDir, 'token-secret'), 'x'.repeat(64))
    const lost = await check(storage)
    expect(lost.code).toBe(1)
    expect(lost.stderr).toContain('is missing or empty, though there was one')
    rmSync(join(storage.dataDir, 'token-secret'))
  })

  it('refuses a PostgreSQL that cannot be reached', async () => {
    const { dataDir } = await createStorage('sqlite')
    const environment = environmentOf({ dataDir, databaseUrl: 'postgres://nobody@127.0.0.1:9/companion' })
    const { code, stderr } = await runProgram('scripts/db-check.ts', [], environment)
    expect(code).toBe(1)
    expect(stderr).toContain('cannot be reached (ECONNREFUSED)')
  })
})

/** What a migration does to a table that the version before reads or writes. */
const takesAway = /^\s*(?:drop (?:table|view)|alter table .*\b(?:drop|rename|type|set not null)\b)/is
const lacksDefault = /^\s*alter table .*\badd column\b(?!.*\bdefault\b).*\bnot null\b/is
const uniqueIndex = /^\s*create unique index \S+ on (\w+) \(([^)]*)\)/i
const newColumn = /^\s*alter table (\w+) add column (\w+)/i
const newTable = /^\s*create table (?:if not exists )?"?(\w+)/i

describe.each(testEngines)('a migration that is said to only add (%s)', (engine) => {
  it('takes nothing away, and refuses nothing that the version before writes', async () => {
    const { databaseUrl, dataDir } = await createStorage(engine)
    const statements: string[] = []
    const db = new Kysely<never>({
      dialect: databaseUrl === null ? sqliteDialect(sqliteFile(dataDir)) : await postgresDialect(databaseUrl, {}),
      log: ({ query }) => void statements.push(query.sql),
    })
    const contracting: string[] = []
    for (const [name, make] of Object.entries(migrations)) {
      statements.length = 0
      await db.transaction().execute((trx) => make(engine).up(trx))
      const created = new Set(statements.map((statement) => newTable.exec(statement)?.[1]))
      const added = new Set(statements.map((statement) => newColumn.exec(statement)?.slice(1).join(' ')))
      const isContracting = (statement: string): boolean => {
        const [, table, columns] = uniqueIndex.exec(statement) ?? []
        // The version before leaves a new column null, and the nulls of an index are distinct.
        if (table !== undefined && !created.has(table) && !added.has(`${table} ${columns}`)) return true
        return takesAway.test(statement) || lacksDefault.test(statement)
      }
      if (statements.some(isContracting)) contracting.push(name)
    }
    await db.destroy()
    expect(contracting.filter((name) => !contractingMigrations.has(name))).toEqual([])
    if (engine === 'sqlite') expect(contracting).toEqual([...contractingMigrations])
  })
})

describe.each(testEngines)('a server of the version before (%s)', (engine) => {
  it('starts on a database that a newer version has migrated, and applies only its own migrations', async () => {
    const storage = await createStorage(engine, { migrated: true })
    await changeHistory(storage, NEWER)
    const { db, close } = await openDatabase(storage)
    expect(await migrate(db, engine)).toEqual([])
    await sql`delete from kysely_migration where name like '0045%'`.execute(db)
    await sql`drop index exchange_ratings_reported`.execute(db)
    await sql`alter table exchange_ratings drop column dismissed_at`.execute(db)
    expect(await migrate(db, engine)).toEqual(['0045-dismissed-reports'])
    const { rows } = await sql<{ name: string }>`select name from kysely_migration where name like '9000%'`.execute(db)
    expect(rows).toEqual([{ name: '9000-of-next-year' }])
    await close()
    const server = await startServerProcess(environmentOf(storage))
    expect(await (await fetch(`${server.address}/readyz`)).text()).toBe('ready\n')
    await server.kill('SIGTERM')
  })
})
