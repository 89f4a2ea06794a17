import { randomUUID } from 'node:crypto'
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, inject } from 'vitest'
import { type Engine, type OpenDatabase, openDatabase, sqliteFile } from '#server/db/database.ts'
import { migrate } from '#server/db/migrate.ts'
import { administrate } from './administrate.ts'
import { testEngines } from './engines.ts'

/** The storage of one server: a temporary folder and, on PostgreSQL, its own database. */
export interface TestStorage {
  engine: Engine
  databaseUrl: string | null
  dataDir: string
  remove(): Promise<void>
}

/** A fresh migrated database; `close` removes it. */
export interface TestDatabase extends OpenDatabase {
  databaseUrl: string | null
  dataDir: string
}

/** An empty database or, on request, a copy of a migrated one, which is several times faster than migrating. */
export async function createTestStorage(engine: Engine, { migrated = false } = {}): Promise<TestStorage> {
  const dataDir = mkdtempSync(join(tmpdir(), 'companion-test-'))
  const removeFolder = () => rmSync(dataDir, { recursive: true, force: true })
  if (engine === 'sqlite') {
    if (migrated) copyFileSync(sqliteFile(inject('sqliteTemplate')), sqliteFile(dataDir))
    return { engine, databaseUrl: null, dataDir, remove: async () => removeFolder() }
  }

  const name = `companion_test_${randomUUID().replaceAll('-', '')}`
  await administrate(`create database ${name}${migrated ? inject('postgresFromTemplate') : ''}`)
  const url = new URL(inject('postgresUrl'))
  url.pathname = `/${name}`
  const remove = async () => {
    await administrate(`drop database if exists ${name} with (force)`)
    removeFolder()
  }
  return { engine, databaseUrl: url.href, dataDir, remove }
}

export async function createTestDatabase(engine: Engine): Promise<TestDatabase> {
  const { databaseUrl, dataDir, remove } = await createTestStorage(engine, { migrated: true })
  const open = await openDatabase({ databaseUrl, dataDir })
  await migrate(open.db, engine)
  const close = async () => {
    await open.close()
    await remove()
  }
  return { ...open, databaseUrl, dataDir, close }
}

/**
 * Runs the same tests on each of `testEngines`, on a fresh migrated database. `database()` is
 * for use inside tests and hooks.
 *
 *     describeOnEachEngine('a plan', (database) => { it('…', async () => { await database().db… }) })
 */
export function describeOnEachEngine(name: string, body: (database: () => TestDatabase, engine: Engine) => void): void {
  describe.each(testEngines)(`${name} (%s)`, (engine) => {
    let database: TestDatabase | undefined
    beforeAll(async () => {
      database = await createTestDatabase(engine)
    })
    afterAll(() => database?.close())
    body(() => {
      if (database === undefined) throw new Error('the database exists only while a test runs')
      return database
    }, engine)
  })
}
