import { randomUUID } from 'node:crypto'
import { cpSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { getFile } from '#contract/endpoints/files.ts'
import { createFolderStore } from '#server/providers/files/folder-store.ts'
import { uploadFile } from '#support/api/upload-file.ts'
import { testEngines } from '#support/database/engines.ts'
import { insertTestUser } from '#support/database/insert-rows.ts'
import { createTestDatabase, createTestStorage } from '#support/database/test-database.ts'
import { createPicture } from '#support/fixtures/test-files.ts'
import { environmentOf, runProgram } from '#support/servers/server-process.ts'
import { startTestServer } from '#support/servers/test-server.ts'
import { insertSignedInUser } from '#support/users/inserted-user.ts'
import { backupSqlite } from '../../../scripts/backup/backup-sqlite.ts'

describe('db:backup', () => {
  it('writes a complete copy while a server runs', async () => {
    const database = await createTestDatabase('sqlite')
    await insertTestUser(database.db, 'kept@example.org')
    const server = await startTestServer(database)
    const { code, stdout, stderr } = await runProgram('scripts/db-backup.ts', [], environmentOf(database))
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    const folder = join(database.dataDir, 'backups')
    const [manifest = '', name = '', ...others] = readdirSync(folder).sort()
    expect(others).toEqual([])
    expect(manifest).toBe(name.replace('.sqlite', '.json'))
    expect(name).toMatch(/^companion-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.sqlite$/)
    expect(stdout).toBe(`Saved ${join(folder, name)}\n`)
    const copy = new DatabaseSync(join(folder, name), { readOnly: true })
    expect(copy.prepare('select email from users').all()).toEqual([{ email: 'kept@example.org' }])
    copy.close()
    await server.close()
    await database.close()
  })

  it('copies the database of a stopped server into a chosen file, and does not overwrite it', async () => {
    const database = await createTestDatabase('sqlite')
    const file = join(database.dataDir, 'mine.sqlite')
    const run = () => runProgram('scripts/db-backup.ts', [file], environmentOf(database))
    expect(await run()).toMatchObject({ code: 0, stdout: `Saved ${file}\n` })
    expect(await run()).toMatchObject({ code: 1, stderr: `No backup was made: ${file} is there already.\n` })
    await database.close()
  })

  it('replaces the partial copy of a killed backup', async () => {
    const database = await createTestDatabase('sqlite')
    const file = join(database.dataDir, 'mine.sqlite')
    for (const draft of [`${file}.part`, `${file}.part-journal`]) writeFileSync(draft, 'unfinished')
    await backupSqlite(database.dataDir, file, null)
    expect(readdirSync(database.dataDir).filter((name) => name.startsWith('mine'))).toEqual([
      'mine.json',
      'mine.sqlite',
    ])
    await database.close()
  })

  it('leaves no free pages in the copy, where merging the search index could leave text', async () => {
    const database = await createTestDatabase('sqlite')
    const { db } = database
    for (let n = 0; n < 400; n += 1) {
      const words = Array.from({ length: 40 }, (_, word) => `w${n}x${word}`).join(' ')
      await sql`insert into search_words (rowid, words) values (${n + 1}, ${words})`.execute(db)
    }
    const { file } = await backupSqlite(database.dataDir, join(database.dataDir, 'mine.sqlite'), null)
    const copy = new DatabaseSync(file, { readOnly: true })
    expect(copy.prepare('pragma freelist_count').get()).toEqual({ freelist_count: 0 })
    copy.close()
    await database.close()
  })

  it('copies PostgreSQL by pg_dump, or says how to', async () => {
    const database = await createTestDatabase('postgres')
    const { code, stdout, stderr } = await runProgram('scripts/db-backup.ts', [], environmentOf(database))
    if (code === 0) expect(stdout).toMatch(/^Saved .*\.dump\n$/)
    else expect(stderr).toMatch(/pg_dump/)
    await database.close()
  })
})

describe.each(testEngines)('db:backup of pictures and files (%s)', (engine) => {
  it('copies what the database names, from which a server returns them byte for byte', async () => {
    const database = await createTestDatabase(engine)
    const environment = environmentOf(database)
    const store = createFolderStore(join(database.dataDir, 'files'))
    const [there, gone, unknown] = [randomUUID(), randomUUID(), randomUUID()]
    const bytes = await createPicture('png')
    for (const name of [there, unknown]) await store.put(name, bytes)
    // Deleted by a server after the database was copied; an object of a transaction that came later has no row here.
    const rows = [there, gone].map((name) => ({ name, user_id: null, created_at: '2026-11-23T00:00:00.000Z' }))
    await database.db.insertInto('stored_objects').values(rows).execute()

    const file = join(database.dataDir, 'mine.copy')
    const left = join(database.dataDir, 'mine.files.part')
    mkdirSync(left)
    writeFileSync(join(left, 'of a killed backup'), '')
    const run = () => runProgram('scripts/db-backup.ts', [file], environment)
    const { code, stdout, stderr } = await run()
    if (engine === 'postgres' && code !== 0) {
      expect(stderr).toMatch(/pg_dump/)
      return database.close()
    }
    const folder = join(database.dataDir, 'mine.files')
    expect({ code, stdout }).toEqual({ code: 0, stdout: `Saved ${file}\nSaved ${folder} (1 objects)\n` })
    const copied = readdirSync(folder, { recursive: true })
      .map(String)
      .filter((path) => path.includes('/'))
    expect(copied).toEqual([`${there.slice(0, 2)}/${there}`])
    expect(readFileSync(join(folder, copied[0] ?? '')).equals(bytes)).toBe(true)
    expect(readdirSync(database.dataDir).filter((name) => name.endsWith('.part'))).toEqual([])
    expect(await run()).toMatchObject({ code: 1, stderr: expect.stringContaining(`${file} is there already`) })
    await database.close()
  })
})

describe('db:backup', () => {
  it('has pictures and files that a restored server returns byte for byte', async () => {
    // As README says, the token secret is restored too.
    const env = { TOKEN_SECRET: randomUUID() + randomUUID() }
    const server = await startTestServer(await createTestStorage('sqlite', { migrated: true }), { env })
    const { dataDir } = server.dependencies.config
    const { token } = await insertSignedInUser(server.dependencies)
    const bytes = await createPicture('png')
    const { id } = await uploadFile(server, token, bytes)
    await backupSqlite(dataDir, join(dataDir, 'mine.sqlite'), join(dataDir, 'files'))
    await server.close()

    const restored = await createTestStorage('sqlite')
    renameSync(join(dataDir, 'mine.sqlite'), join(restored.dataDir, 'companion.sqlite'))
    cpSync(join(dataDir, 'mine.files'), join(restored.dataDir, 'files'), { recursive: true })
    const again = await startTestServer(restored, { env })
    const response = await again.open(getFile, { token, params: { id } })
    expect(response.status).toBe(200)
    expect(Buffer.from(await response.arrayBuffer()).equals(bytes)).toBe(true)
    await again.close()
  })

  it('says that files in a bucket are not included, and how to copy them', async () => {
    const database = await createTestDatabase('sqlite')
    const environment = {
      ...environmentOf(database),
      FILES_S3_ENDPOINT: 'http://127.0.0.1:9',
      FILES_S3_BUCKET: 'pictures',
      FILES_S3_ACCESS_KEY: 'key',
      FILES_S3_SECRET_KEY: 'secret',
    }
    const { code, stdout } = await runProgram('scripts/db-backup.ts', [], environment)
    expect(code).toBe(0)
    expect(stdout).toMatch(
      /^Saved .*\nNot included: .* in the bucket pictures\. Copy it now, after the database, .*\n$/,
    )
    await database.close()
  })
})
