import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '#server/db/schema/schema.ts'
import { withoutSync } from '#server/db/without-sync.ts'
import { createTestDatabase, type TestDatabase } from '#support/database/test-database.ts'

/** SQLite's numbers for the setting. */
const NORMAL = 1
const FULL = 2

describe('a commit that need not survive a power cut', () => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await createTestDatabase('sqlite')
  })
  afterAll(() => database.close())

  const readSync = async (db: Kysely<Database>) =>
    (await sql<{ synchronous: number }>`pragma synchronous`.execute(db)).rows[0]?.synchronous

  it('does not wait for the disk, and each later one waits again', async () => {
    for (const _ of [1, 2, 3]) {
      expect(await withoutSync(database.db, readSync)).toBe(NORMAL)
      expect(await readSync(database.db)).toBe(FULL)
    }
  })

  it('leaves the setting as it was when it fails', async () => {
    const failing = withoutSync(database.db, () => Promise.reject(new Error('refused')))
    await expect(failing).rejects.toThrow('refused')
    expect(await readSync(database.db)).toBe(FULL)
  })

  it('is not shared with what runs at the same time', async () => {
    const both = [withoutSync(database.db, readSync), readSync(database.db), withoutSync(database.db, readSync)]
    expect(await Promise.all(both)).toEqual([NORMAL, FULL, NORMAL])
  })
})
