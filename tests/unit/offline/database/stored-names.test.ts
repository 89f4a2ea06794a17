import 'fake-indexeddb/auto'
import { liveQuery } from 'dexie'
import { v7 as uuid } from 'uuid'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { makeLocalChat } from '#offline/chats/local-chat.ts'
import { CompanionDatabase } from '#offline/database/database.ts'
import { readDeviceSetting, saveDeviceSetting } from '#offline/database/device-settings.ts'
import { readEntries } from '#offline/database/queries.ts'
import type { ChatRow, DraftRow } from '#offline/database/rows.ts'
import { saveDraftLeaving } from '#offline/drafts/drafts.ts'
import { outboxEntry } from '#support/device/outbox-entry.ts'

const USER = 7

async function openDatabase(): Promise<CompanionDatabase> {
  const db = new CompanionDatabase({ name: `test-${uuid()}` })
  onTestFinished(() => db.delete())
  await db.open()
  return db
}

/** Reads or writes as an older build does: with IndexedDB alone, of whose rows it knows the stored names. */
function inStore<Result>(db: CompanionDatabase, table: string, work: (store: IDBObjectStore) => IDBRequest<Result>) {
  return new Promise<Result>((resolve, reject) => {
    const request = work(db.backendDB().transaction(table, 'readwrite').objectStore(table))
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}
const putRaw = (db: CompanionDatabase, table: string, row: object) => inStore(db, table, (store) => store.put(row))
const readRaw = (db: CompanionDatabase, table: string) => inStore<object[]>(db, table, (store) => store.getAll())

const draft = (chatId: string, text: string) => ({ account: USER, chat: chatId, text, updated_at: 1 })

describe('rows that were stored by an older build', () => {
  it('are read with the names of the code by key, keys, index and cursor', async () => {
    const db = await openDatabase()
    for (const chatId of ['a', 'b', 'c']) await putRaw(db, 'drafts', draft(chatId, `Text ${chatId}`))
    const read = (chatId: string): DraftRow => ({
      userId: USER,
      draftKey: chatId,
      text: `Text ${chatId}`,
      updated_at: 1,
    })
    expect(await db.drafts.get([USER, 'a'])).toEqual(read('a'))
    expect(
      await db.drafts.bulkGet([
        [USER, 'b'],
        [USER, 'none'],
      ]),
    ).toEqual([read('b'), undefined])
    const all = () => db.drafts.where('[account+chat]').between([USER, ''], [USER, '\uffff'])
    expect(await all().toArray()).toEqual(['a', 'b', 'c'].map(read))
    expect(await all().reverse().first()).toEqual(read('c'))
    const isOther = ({ userId, text }: DraftRow) => userId === USER && text !== 'Text b'
    expect(await all().filter(isOther).count()).toBe(2)
    const seen: DraftRow[] = []
    await db.drafts.each((row) => seen.push(row))
    expect(seen).toEqual(['a', 'b', 'c'].map(read))
    expect(await db.drafts.where('[account+chat]').equals([USER, 'b']).primaryKeys()).toEqual([[USER, 'b']])
    expect(await db.drafts.toCollection().sortBy('text')).toEqual(['a', 'b', 'c'].map(read))
  })

  it('are read with what the deletion of a chat keeps, and put back', async () => {
    const db = await openDatabase()
    const chatId = uuid()
    const { userId: _, ...server } = makeLocalChat(USER, chatId, 'Hello', 1_000)
    const {
      userId: __,
      queueKey: ___,
      ...common
    } = outboxEntry('message.send', {
      ...{ queueKey: chatId, id: uuid() },
      body: { id: uuid(), chat: chatId, content: 'Hello', request_mode: 'text', response_mode: 'text' },
    })
    const conflict = { id: 'k', mine: 'Mine', theirs: 'Theirs', created_at: 1 }
    const bin = {
      row: { ...server, account: USER },
      entries: [{ ...common, account: USER, chat: chatId }],
      drafts: [draft(chatId, 'Half')],
      conflicts: [{ ...conflict, account: USER, chat: chatId }],
    }
    const raw = { ...common, id: uuid(), order: 90, account: USER, chat: chatId, kind: 'chat.delete', body: {}, bin }
    await putRaw(db, 'outbox', raw)
    const [entry] = await readEntries(db, USER)
    expect(entry).toMatchObject({
      userId: USER,
      queueKey: chatId,
      bin: {
        row: { ...server, userId: USER },
        entries: [{ ...common, userId: USER, queueKey: chatId }],
        drafts: [{ userId: USER, draftKey: chatId, text: 'Half' }],
        conflicts: [{ ...conflict, userId: USER, targetId: chatId }],
      },
    })
    if (entry) await db.outbox.put(entry)
    expect(await readRaw(db, 'outbox')).toEqual([raw])
  })

  it('are read where a setting holds a list of users', async () => {
    const db = await openDatabase()
    const raw = [{ key: 'mail_language', value: [{ account: USER, follows: true }] }]
    for (const row of raw) await putRaw(db, 'device', row)
    const answers = await readDeviceSetting(db, 'mail_language')
    expect(answers).toEqual([{ userId: USER, follows: true }])
    await saveDeviceSetting(db, 'mail_language', answers)
    expect(await readRaw(db, 'device')).toEqual(raw)
  })
})

describe('rows that are written', () => {
  const row = (text: string): DraftRow => ({ userId: USER, draftKey: 'a', text, updated_at: 1 })

  it('have the stored names after add, put, bulkPut and a write that goes past Dexie', async () => {
    const db = await openDatabase()
    await db.drafts.add(row('Added'))
    expect(await readRaw(db, 'drafts')).toEqual([draft('a', 'Added')])
    await db.drafts.put(row('Put'))
    expect(await readRaw(db, 'drafts')).toEqual([draft('a', 'Put')])
    await db.drafts.bulkPut([row('Put'), { ...row('Bulk'), draftKey: 'b' }])
    expect(await readRaw(db, 'drafts')).toEqual([draft('a', 'Put'), draft('b', 'Bulk')])
    saveDraftLeaving(db, USER, 'b', 'Left')
    await vi.waitFor(async () => expect(await db.drafts.get([USER, 'b'])).toMatchObject({ text: 'Left' }))
    expect(await readRaw(db, 'drafts')).toMatchObject([{ text: 'Put' }, { account: USER, chat: 'b', text: 'Left' }])
  })

  it('keep their key and the stored names after update and modify', async () => {
    const db = await openDatabase()
    await putRaw(db, 'drafts', draft('a', 'Old'))
    expect(await db.drafts.update([USER, 'a'], { text: 'Updated' })).toBe(1)
    expect(await readRaw(db, 'drafts')).toEqual([draft('a', 'Updated')])
    const changed = await db.drafts.toCollection().modify((each) => {
      each.text = `${each.text} by user ${each.userId}`
    })
    expect(changed).toBe(1)
    expect(await readRaw(db, 'drafts')).toEqual([draft('a', `Updated by user ${USER}`)])
  })

  it('are found by their indexes, with the numbers that the database gives', async () => {
    const db = await openDatabase()
    const { order: _, ...entry } = outboxEntry('chat.update', {
      queueKey: uuid(),
      userId: USER,
      body: { title: 'New' },
    })
    const order = await db.outbox.add(entry)
    const found = [{ ...entry, order }]
    expect(await db.outbox.where('account').equals(USER).toArray()).toEqual(found)
    expect(await db.outbox.where('[account+chat]').equals([USER, entry.queueKey]).toArray()).toEqual(found)
    await db.outbox.where('id').equals(entry.id).modify({ state: 'failed' })
    expect(await db.outbox.get(order)).toEqual({ ...entry, order, state: 'failed' })
    expect(await db.outbox.where('account').equals(USER).delete()).toBe(1)
    expect(await readRaw(db, 'outbox')).toEqual([])
  })

  it('reach live queries over an index', async () => {
    const db = await openDatabase()
    const other: ChatRow = makeLocalChat(USER + 1, uuid(), 'Of somebody else', 1_000)
    const own: ChatRow = makeLocalChat(USER, uuid(), 'Own', 1_000)
    const seen: string[][] = []
    const query = () => db.chats.where('[account+last_message_at]').between([USER, ''], [USER, '\uffff']).toArray()
    const titles = liveQuery(async () => (await query()).map(({ title }) => title))
    const subscription = titles.subscribe((found) => seen.push(found))
    onTestFinished(() => subscription.unsubscribe())
    await vi.waitFor(() => expect(seen).toEqual([[]]))
    await db.chats.put(other)
    await db.chats.put(own)
    await vi.waitFor(() => expect(seen.at(-1)).toEqual(['Own']))
    await db.chats.update([USER, own.id], { title: 'Renamed' })
    await vi.waitFor(() => expect(seen.at(-1)).toEqual(['Renamed']))
    await db.chats.delete([USER, own.id])
    await vi.waitFor(() => expect(seen.at(-1)).toEqual([]))
    // Changes of the other user's rows do not run the query again.
    expect(seen).toEqual([[], ['Own'], ['Renamed'], []])
  })
})
