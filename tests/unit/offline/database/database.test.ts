import { Dexie } from 'dexie'
import { forceCloseDatabase } from 'fake-indexeddb'
import { v7 as uuid } from 'uuid'
import { expect, onTestFinished, test } from 'vitest'
import { makeLocalChat } from '#offline/chats/local-chat.ts'
import { CompanionDatabase, type DatabaseOptions } from '#offline/database/database.ts'
import { readDeviceSetting, saveDeviceSetting } from '#offline/database/device-settings.ts'
import { readEntries } from '#offline/database/queries.ts'
import { toStored } from '#offline/database/stored-names.ts'
import { discard } from '#offline/outbox/outbox-actions.ts'
import { ME, startDevice } from '#support/device/device.ts'
import { queryChats } from '#support/device/query-chats.ts'

/** The events of an open database, in order. */
async function openWatched(name = `test-${uuid()}`) {
  const heard: string[] = []
  const options: DatabaseOptions = {
    name,
    onOutdated: () => heard.push('outdated'),
    onLost: () => heard.push('lost'),
    onClosed: () => heard.push('closed'),
    onBlocked: () => heard.push('blocked'),
  }
  const db = new CompanionDatabase(options)
  onTestFinished(() => db.delete())
  await db.open()
  return { db, heard, name }
}

/** The database of the first build. */
function versionOne(name: string): Dexie {
  const db = new Dexie(name)
  db.version(1).stores({
    session: 'key',
    device: 'key',
    chats: '[account+id], [account+last_message_at]',
    messages: '[account+id], [account+chat+seq]',
    folders: '[account+id]',
    tags: '[account+id]',
    drafts: '[account+chat]',
    outbox: '++order, &id, account, [account+chat]',
    sync: '[account+scope]',
  })
  return db
}

test('an older tab closes its database for a newer build, and says so', async () => {
  const { db, heard, name } = await openWatched()
  const newer = new Dexie(name)
  newer.version(6).stores({ session: 'key' })
  await newer.open()
  expect(heard).toEqual(['outdated'])
  expect(db.isOpen()).toBe(false)
  newer.close()
})

test('the upgrade keeps all data of the first version', async () => {
  const name = `test-${uuid()}`
  const old = versionOne(name)
  const [chatId, renamed] = [uuid(), uuid()]
  const { local: _, ...row } = makeLocalChat(ME, chatId, 'Server', 1_000)
  const stored = [row, { ...row, id: renamed, title: 'Mine' }]
  await old.table('chats').bulkAdd(stored.map((each) => toStored('chats', each)))
  const said = { id: uuid(), chat: chatId, role: 'user', content: 'Said', seq: 1, created_at: row.created_at }
  await old.table('messages').add({ account: ME, ...said })
  await old.table('drafts').add({ account: ME, chat: chatId, text: 'Half', updated_at: 1 })
  const entry = {
    account: ME,
    chat: renamed,
    state: 'waiting',
    attempts: 0,
    nextAttemptAt: 0,
    lease: null,
    error: null,
  }
  const id = uuid()
  await old.table('outbox').add({ ...entry, id, created_at: 1, kind: 'chat.update', body: { title: 'Mine' } })
  old.close()
  const { db } = await openWatched(name)
  expect(db.verno).toBe(5)
  expect(await readEntries(db, ME)).toMatchObject([{ id, body: { title: 'Mine' } }])
  expect(await db.drafts.toArray()).toMatchObject([{ text: 'Half' }])
  const since = { updated_at: row.created_at, superseded_by: null, replaces: null, failure: null }
  expect(await db.messages.toArray()).toEqual([{ ...said, userId: ME, ...since }])
  // The first sync fetches everything that was changed in them.
  const never = { synced_at: '1970-01-01T00:00:00.000Z', next_cursor: null, finished_at: 0 }
  expect(await db.sync.toArray()).toEqual([{ userId: ME, scope: `chat/${chatId}`, ...never }])
  const chats = Object.fromEntries((await queryChats(db, ME)).map((each) => [each.id, each]))
  expect(chats[chatId]?.server?.title).toBe('Server')
  expect(chats[renamed]?.server).toBeUndefined()
  expect(await discard(db, id)).toBe(true)
})

test('the upgrade waits for a tab of the first version, and says so', async () => {
  const name = `test-${uuid()}`
  const old = versionOne(name)
  old.on('versionchange', () => false)
  await old.open()
  const heard: string[] = []
  const db = new CompanionDatabase({ name, onBlocked: () => heard.push('blocked') })
  onTestFinished(() => db.delete())
  const opening = db.open()
  await expect.poll(() => heard).toEqual(['blocked'])
  old.close()
  await opening
  expect(db.verno).toBe(5)
})

test('a database that is deleted or closed by the browser is reported, and one that the page closes is not', async () => {
  const deleted = await openWatched()
  await Dexie.delete(deleted.name)
  expect(deleted.heard).toEqual(['lost'])
  const closed = await openWatched()
  forceCloseDatabase(closed.db.backendDB() as never)
  await expect.poll(() => closed.heard).toEqual(['closed'])
  expect(await queryChats(closed.db, ME)).toEqual([])
  const own = await openWatched()
  own.db.close()
  expect(own.heard).toEqual([])
})

test('device settings have defaults until they are set, and an invalid one counts as not set', async () => {
  const { db } = await startDevice()
  expect(await readDeviceSetting(db, 'offline_chats')).toBe(20)
  await saveDeviceSetting(db, 'offline_chats', 'all')
  expect(await readDeviceSetting(db, 'offline_chats')).toBe('all')
  await db.device.put({ key: 'offline_chats', value: 'nonsense' })
  expect(await readDeviceSetting(db, 'offline_chats')).toBe(20)
})
