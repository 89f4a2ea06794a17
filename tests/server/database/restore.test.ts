import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { appendFileSync, copyFileSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { getFile } from '#contract/endpoints/files.ts'
import { openDatabase } from '#server/db/database.ts'
import { recordAudit } from '#server/modules/audit/use-cases/record-audit.ts'
import { createFolderStore, objectPath } from '#server/providers/files/folder-store.ts'
import { uploadFile } from '#support/api/upload-file.ts'
import { testEngines } from '#support/database/engines.ts'
import { insertTestUser } from '#support/database/insert-rows.ts'
import { runInPostgres } from '#support/database/run-in-postgres.ts'
import { createTestDatabase, createTestStorage, type TestStorage } from '#support/database/test-database.ts'
import { createPicture } from '#support/fixtures/test-files.ts'
import { environmentOf, runProgram } from '#support/servers/server-process.ts'
import { startTestServer } from '#support/servers/test-server.ts'
import { insertSignedInUser } from '#support/users/inserted-user.ts'
import { backupPostgres } from '../../../scripts/backup/backup-postgres.ts'
import { backupSqlite } from '../../../scripts/backup/backup-sqlite.ts'
import { describeRestored } from '../../../scripts/backup/describe-restored.ts'
import { restore } from '../../../scripts/backup/restore.ts'
import { verify } from '../../../scripts/backup/verify.ts'
import { withSelectedBackup } from '../../../scripts/backup/with-selected-backup.ts'

// Where PostgreSQL's tools are not installed, the commands say how to do it by hand (backup.test.ts).
const hasTools = spawnSync('pg_dump', ['--version']).error === undefined
const engines = testEngines.filter((engine) => engine === 'sqlite' || hasTools)

const scratchName = () => `companion_verify_${randomUUID().replaceAll('-', '')}`

/** Does what db:backup does, whose process has tests of its own (backup.test.ts); returns the path of the backup. */
async function backup({ dataDir, databaseUrl }: Pick<TestStorage, 'dataDir' | 'databaseUrl'>, name: string) {
  const [selected, files] = [join(dataDir, name), join(dataDir, 'files')]
  const made =
    databaseUrl === null
      ? await backupSqlite(dataDir, selected, files)
      : await backupPostgres(databaseUrl, dataDir, selected, files)
  return made.file
}

describe.each(engines)('db:verify and db:restore (%s)', (engine) => {
  const name = engine === 'sqlite' ? 'mine.sqlite' : 'mine.dump'

  it('bring a user and a picture back, byte for byte, on a new server', async () => {
    const server = await startTestServer(await createTestStorage(engine, { migrated: true }))
    const { dataDir, databaseUrl, tokenSecret } = server.dependencies.config
    const { token } = await insertSignedInUser(server.dependencies)
    const bytes = await createPicture('png')
    const { id } = await uploadFile(server, token, bytes)
    const { db, now } = server.dependencies
    await recordAudit(db, { actor: { id: null, kind: 'operator' }, action: 'plan.changed', now: now() })
    const file = await backup({ dataDir, databaseUrl }, name)

    const verified = await runProgram('scripts/db-verify.ts', [file], environmentOf({ dataDir, databaseUrl }))
    expect(verified).toMatchObject({ code: 0, stderr: '' })
    expect(verified.stdout).toContain('The number of rows of each table is that of the backup.')
    expect(verified.stdout).toContain('The content of 1 files is what their hashes say.')
    expect(verified.stdout).toMatch(/^The audit is intact up to entry 1 of .*Z; its hash is [0-9a-f]{64}\.$/m)
    expect(verified.stdout).toContain('The backup is good. Nothing was changed.')
    expect(readdirSync(dataDir).filter((entry) => entry.startsWith('.verify'))).toEqual([])

    const target = await createTestStorage(engine)
    const restored = await runProgram('scripts/db-restore.ts', [file], environmentOf(target))
    expect(restored).toMatchObject({ code: 0, stderr: '' })
    await server.close()
    const again = await startTestServer(target, { env: { TOKEN_SECRET: tokenSecret } })
    const response = await again.open(getFile, { token, params: { id } })
    expect(response.status).toBe(200)
    expect(Buffer.from(await response.arrayBuffer()).equals(bytes)).toBe(true)
    await again.close()
  })

  it('refuse a backup of an audit whose chain is broken', async () => {
    const { db, close, ...database } = await createTestDatabase(engine)
    await recordAudit(db, { actor: { id: null, kind: 'operator' }, action: 'plan.changed', now: Date.now() })
    await db.insertInto('audit_chain').values({ position: 2, audit_id: 99, hash: 'none' }).execute()
    const file = await backup(database, name)
    await expect(verify(file, database.databaseUrl)).rejects.toThrow(
      /^entry 2 of the audit is missing: its hash chain is intact up to there$/,
    )
    await close()
  })

  it('refuse a copy of which a byte was changed, and one whose rows are not those of its list', async () => {
    const database = await createTestDatabase(engine)
    await insertTestUser(database.db, 'one@example.org')
    const file = await backup(database, name)
    const list = join(database.dataDir, 'mine.json')
    const manifest = JSON.parse(readFileSync(list, 'utf8'))
    writeFileSync(list, JSON.stringify({ ...manifest, rows: { ...manifest.rows, users: 2 } }))
    await expect(verify(file, database.databaseUrl)).rejects.toThrow(/^users has 1 rows instead of 2$/)
    writeFileSync(list, JSON.stringify(manifest))
    appendFileSync(file, 'x')
    expect(await runProgram('scripts/db-verify.ts', [file], environmentOf(database))).toMatchObject({
      code: 1,
      stderr: `The backup is not good: ${file} is damaged: its SHA-256 is not that of the backup.\n`,
    })
    await database.close()
  })

  it('replace a database only when they are told to, and then move its other objects away', async () => {
    const source = await createTestDatabase(engine)
    await insertTestUser(source.db, 'source@example.org')
    const target = await createTestStorage(engine, { migrated: true })
    const emails = async () => {
      const { db, close } = await openDatabase(target)
      const rows = await db.selectFrom('users').select('email').execute()
      await close()
      return rows.map(({ email }) => email)
    }
    const open = await openDatabase(target)
    await insertTestUser(open.db, 'target@example.org')
    await open.close()
    const [kept, newer] = [randomUUID(), randomUUID()]
    await createFolderStore(join(source.dataDir, 'files')).put(kept, Buffer.from('kept'))
    const row = { name: kept, user_id: null, created_at: '2026-11-23T00:00:00.000Z' }
    await source.db.insertInto('stored_objects').values(row).execute()
    const files = join(target.dataDir, 'files')
    for (const object of [kept, newer]) await createFolderStore(files).put(object, Buffer.from('former'))
    const file = await backup(source, name)
    await expect(restore(file, target)).rejects.toThrow('With --replace')
    expect(await emails()).toEqual(['target@example.org'])
    expect(existsSync(objectPath(files, newer))).toBe(true)

    const restored = await restore(file, target, { replace: true })
    expect(await emails()).toEqual(['source@example.org'])
    expect(existsSync(objectPath(files, newer))).toBe(false)
    expect(readFileSync(objectPath(files, kept), 'utf8')).toBe('kept')
    const [folder = ''] = readdirSync(target.dataDir).filter((entry) => entry.startsWith('files.replaced-'))
    expect(readFileSync(objectPath(join(target.dataDir, folder), newer), 'utf8')).toBe('former')
    expect(describeRestored(restored, null)).toContain(
      `1 objects of the former database are in ${join(target.dataDir, folder)};`,
    )
    await source.close()
    await target.remove()
  })
})

describe.each(engines.filter((engine) => engine === 'postgres'))('db:restore --replace (%s)', (engine) => {
  it('changes nothing in a database with the tables of a newer version, and names them', async () => {
    const source = await createTestDatabase(engine)
    const target = await createTestDatabase(engine)
    await insertTestUser(target.db, 'target@example.org')
    await sql`create table newer_notes (user_id bigint references users (id))`.execute(target.db)
    const file = await backup(source, 'mine.dump')
    await expect(restore(file, target, { replace: true })).rejects.toThrow(
      /has tables that the backup lacks: newer_notes\. Restore it into an empty database$/,
    )
    expect(await target.db.selectFrom('users').select('email').execute()).toEqual([{ email: 'target@example.org' }])
    await Promise.all([source.close(), target.close()])
  })
})

describe.each(engines.filter((engine) => engine === 'postgres'))('db:verify (%s)', (engine) => {
  it('drops the databases that killed ones have left, but none that is in use', async () => {
    const database = await createTestDatabase(engine)
    const file = await backup(database, 'mine.dump')
    const [url, left, used] = [database.databaseUrl ?? '', scratchName(), scratchName()]
    for (const name of [left, used]) await runInPostgres(url, `create database ${name}`)
    const user = new pg.Client({ connectionString: Object.assign(new URL(url), { pathname: used }).href })
    await user.connect()
    await verify(file, url)
    const names = `select datname from pg_database where datname in ('${left}', '${used}')`
    expect(await runInPostgres(url, names)).toEqual({ datname: used })
    await user.end()
    await runInPostgres(url, `drop database ${used}`)
    await database.close()
  })
})

describe('db:restore', () => {
  it('renames the former database together with its write-ahead log', async () => {
    const [source, target] = await Promise.all([createTestDatabase('sqlite'), createTestDatabase('sqlite')])
    await insertTestUser(target.db, 'former@example.org')
    const file = await backup(source, 'mine.sqlite')
    const { stdout } = await runProgram('scripts/db-restore.ts', [file, '--replace'], environmentOf(target))
    const renamed = /The former database is (\S+);/.exec(stdout)?.[1] ?? ''
    const former = new DatabaseSync(renamed, { readOnly: true })
    expect(former.prepare('select email from users').all()).toEqual([{ email: 'former@example.org' }])
    former.close()
    await Promise.all([source.close(), target.close()])
  })

  it('renames the write-ahead log of a database that was moved away, whose pages would damage the new one', async () => {
    const [source, former] = await Promise.all([createTestDatabase('sqlite'), createTestDatabase('sqlite')])
    await insertTestUser(source.db, 'restored@example.org')
    await insertTestUser(former.db, 'former@example.org')
    const file = await backup(source, 'mine.sqlite')
    const target = await createTestStorage('sqlite')
    const log = join(target.dataDir, 'companion.sqlite-wal')
    copyFileSync(join(former.dataDir, 'companion.sqlite-wal'), log)
    const { stdout } = await runProgram('scripts/db-restore.ts', [file], environmentOf(target))
    const { db, close } = await openDatabase(target)
    expect(await db.selectFrom('users').select('email').execute()).toEqual([{ email: 'restored@example.org' }])
    await close()
    const renamed = /The write-ahead log of the former database is (\S+);/.exec(stdout)?.[1] ?? ''
    expect(existsSync(renamed)).toBe(true)
    await Promise.all([source.close(), former.close(), target.remove()])
  })

  it('does nothing while a server runs on the folder', async () => {
    const database = await createTestDatabase('sqlite')
    const file = await backup(database, 'mine.sqlite')
    const server = await startTestServer(database)
    const { code, stderr } = await runProgram('scripts/db-restore.ts', [file, '--replace'], environmentOf(database))
    expect(code).toBe(1)
    expect(stderr).toContain('Another server is already running')
    await server.close()
    await database.close()
  })

  it('names the objects that a backup lacks, and refuses a backup of the other engine', async () => {
    const database = await createTestDatabase('sqlite')
    const row = { name: randomUUID(), user_id: null, created_at: '2026-11-23T00:00:00.000Z' }
    await database.db.insertInto('stored_objects').values(row).execute()
    const file = await backup(database, 'mine.sqlite')
    const target = await createTestStorage('sqlite')
    const restored = await runProgram('scripts/db-restore.ts', [file], environmentOf(target))
    expect(restored.stdout).toContain('Copied 0 objects; 1 were not in the backup.')
    rmSync(join(target.dataDir, 'companion.sqlite'))
    const list = join(database.dataDir, 'mine.json')
    writeFileSync(list, readFileSync(list, 'utf8').replace('"sqlite"', '"postgres"'))
    await expect(restore(file, target)).rejects.toThrow('is of PostgreSQL')
    expect(existsSync(join(target.dataDir, 'companion.sqlite'))).toBe(false)
    await target.remove()
    await database.close()
  })

  it('says what is missing without a file, or with one that is not there', async () => {
    const storage = await createTestStorage('sqlite')
    const choose = (...positionals: string[]) =>
      withSelectedBackup('db:restore', { positionals, values: {} }, async () => expect.unreachable())
    await expect(choose()).rejects.toThrow('name one backup')
    const file = join(storage.dataDir, 'none.sqlite')
    const { code, stderr } = await runProgram('scripts/db-restore.ts', [file], environmentOf(storage))
    expect({ code, stderr }).toEqual({ code: 1, stderr: `Nothing was restored: there is no file ${file}.\n` })
    await storage.remove()
  })
})
