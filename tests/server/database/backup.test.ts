import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { insertTestUser } from '#support/database/insert-rows.ts'
import { createTestDatabase } from '#support/database/test-database.ts'
import { environmentOf, runProgram, startServerProcess } from '#support/servers/server-process.ts'

describe('db:backup', () => {
  it('writes a complete copy while a server runs', async () => {
    const database = await createTestDatabase('sqlite')
    await insertTestUser(database.db, 'kept@example.org')
    const server = await startServerProcess(environmentOf(database))
    const { code, stdout, stderr } = await runProgram('scripts/db-backup.ts', [], environmentOf(database))
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    const folder = join(database.dataDir, 'backups')
    const [name = '', ...others] = readdirSync(folder)
    expect(others).toEqual([])
    expect(name).toMatch(/^companion-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.sqlite$/)
    expect(stdout).toBe(`Saved ${join(folder, name)}\n`)
    const copy = new DatabaseSync(join(folder, name), { readOnly: true })
    expect(copy.prepare('select email from users').all()).toEqual([{ email: 'kept@example.org' }])
    copy.close()
    await server.kill('SIGTERM')
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
    const run = await runProgram('scripts/db-backup.ts', [file], environmentOf(database))
    expect(run).toMatchObject({ code: 0, stdout: `Saved ${file}\n` })
    expect(readdirSync(database.dataDir).filter((name) => name.startsWith('mine'))).toEqual(['mine.sqlite'])
    await database.close()
  })

  it('leaves no free pages in the copy, where merging the search index could leave text', async () => {
    const database = await createTestDatabase('sqlite')
    const { db } = database
    for (let n = 0; n < 400; n += 1) {
      const words = Array.from({ length: 40 }, (_, word) => `w${n}x${word}`).join(' ')
      await sql`insert into search_words (rowid, words) values (${n + 1}, ${words})`.execute(db)
    }
    const file = join(database.dataDir, 'mine.sqlite')
    expect(await runProgram('scripts/db-backup.ts', [file], environmentOf(database))).toMatchObject({ code: 0 })
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
