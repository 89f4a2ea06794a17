import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { generateIdentity, identityToRecipient } from 'age-encryption'
import { afterAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { createFolderStore } from '#server/providers/files/folder-store.ts'
import { createTestDatabase } from '#support/database/test-database.ts'
import { makeArchive } from '../../../scripts/backup/archive.ts'
import { backupSqlite } from '../../../scripts/backup/backup-sqlite.ts'

const OBJECT = 'ab34567890abcdefghij-_'

/** The names in a folder at the moment at which it was synced. */
const synced = vi.hoisted(() => {
  // Earlier files have loaded the modules without this replacement.
  vi.resetModules()
  return new Map<string, readonly string[]>()
})
beforeEach(() => synced.clear())
afterAll(() => vi.resetModules())
vi.mock('../../../scripts/backup/sync-file.ts', async (load) => ({
  ...(await load<typeof import('../../../scripts/backup/sync-file.ts')>()),
  syncFolder: (folder: string) => void synced.set(folder, readdirSync(folder)),
}))

async function databaseWithObject() {
  const database = await createTestDatabase('sqlite')
  onTestFinished(() => database.close())
  const { db, dataDir } = database
  await createFolderStore(join(dataDir, 'files')).put(OBJECT, Buffer.alloc(10))
  const row = { name: OBJECT, user_id: null, created_at: '2026-11-23T00:00:00Z' }
  await db.insertInto('stored_objects').values(row).execute()
  return dataDir
}

test('a backup has its final names on the disk before it is said to be saved, in case the power fails', async () => {
  const dataDir = await databaseWithObject()
  await backupSqlite(dataDir, join(dataDir, 'mine.sqlite'), join(dataDir, 'files'))
  expect(synced.get(dataDir)).toEqual(expect.arrayContaining(['mine.sqlite', 'mine.json', 'mine.files']))
  expect([...synced.values()]).toContainEqual([OBJECT])
  expect([...synced.values()]).toContainEqual([OBJECT.slice(0, 2)])
})

test('an encrypted backup has its final name on the disk, too', async () => {
  const dataDir = await databaseWithObject()
  const recipient = await identityToRecipient(await generateIdentity())
  const make = (file: string) => backupSqlite(dataDir, file, null)
  await makeArchive(join(dataDir, 'mine.tar.age'), recipient, 'sqlite', make)
  expect(synced.get(dataDir)).toContain('mine.tar.age')
})
