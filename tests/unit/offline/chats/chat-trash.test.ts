import { v7 as uuid } from 'uuid'
import { describe, expect, it } from 'vitest'
import {
  enqueueChatDeletes,
  holdChats,
  isLeaving,
  releaseChats,
  takeChatsBack,
  UNDO_MS,
} from '#offline/chats/chat-trash.ts'
import { readEntries } from '#offline/database/queries.ts'
import { restoreDeleted } from '#offline/deleted/enqueue-deleted.ts'
import { readStoredDrafts } from '#offline/drafts/draft-stash.ts'
import { saveDraft } from '#offline/drafts/drafts.ts'
import { saveEdit } from '#offline/drafts/edit-draft.ts'
import { readDraftFiles } from '#offline/files/draft-files.ts'
import { enqueueChatChange, enqueueMessage } from '#offline/outbox/enqueue.ts'
import { enqueueChatChanges } from '#offline/outbox/enqueue-chat-changes.ts'
import { enqueueFolderCreate } from '#offline/outbox/enqueue-label-changes.ts'
import { discard, retryAll } from '#offline/outbox/outbox-actions.ts'
import { syncChats } from '#offline/sync/sync-chats.ts'
import { syncMessages } from '#offline/sync/sync-messages.ts'
import { attachFile } from '#support/device/attach-file.ts'
import { type Device, ME, startDevice } from '#support/device/device.ts'
import { queryChats } from '#support/device/query-chats.ts'
import { coded } from '#support/servers/stub-server.ts'

const kinds = async (device: Device) => (await readEntries(device.db, ME)).map(({ kind, state }) => `${kind} ${state}`)

const isListed = ({ server }: Device, chatId: string) => server.chats.get(chatId)?.deleted_at === null

/** Chats that the server has, the first with an exchange, all of them stored here. */
async function startWithChats(count = 1) {
  const device = await startDevice()
  const chatIds = Array.from({ length: count }, () => uuid())
  for (const [n, chatId] of chatIds.entries()) {
    await enqueueMessage(device.db, { userId: ME, chatId, content: `Chat ${n}`, newChat: {} })
  }
  await device.flush()
  for (const chatId of chatIds) await syncMessages({ ...device, chatId })
  await syncChats(device)
  const [chatId = ''] = chatIds
  return {
    device,
    chatIds,
    chat: chatId,
    titles: async () => (await queryChats(device.db, ME)).map(({ title }) => title).sort(),
  }
}

/** All rows of a user on a device, in the order of its tables. */
async function everything({ db }: Device) {
  const [chats, messages, outbox, drafts, conflicts] = await Promise.all([
    db.chats.toArray(),
    db.messages.toArray(),
    db.outbox.toArray(),
    db.drafts.toArray(),
    db.conflicts.toArray(),
  ])
  return { chats, messages, outbox, drafts, conflicts }
}

describe('a deleted chat', () => {
  it('is hidden at once, and undoing restores all of it', async () => {
    const { device, chat: chatId } = await startWithChats()
    await enqueueChatChange(device.db, { userId: ME, chatId, patch: { title: 'Typed here', is_saved: true } })
    await enqueueMessage(device.db, { userId: ME, chatId, content: 'not sent yet' })
    await device.db.drafts.put({ userId: ME, draftKey: chatId, text: 'half a thought', updated_at: 1 })
    await device.db.conflicts.put({ userId: ME, id: uuid(), targetId: chatId, mine: 'a', theirs: 'b', created_at: 1 })
    const before = await everything(device)
    expect(before.messages).toHaveLength(2)
    await enqueueChatDeletes(device.db, { userId: ME, chatIds: [chatId], hold: true })
    expect(await queryChats(device.db, ME)).toEqual([])
    expect(await kinds(device)).toEqual(['chat.delete waiting'])
    expect(await isLeaving(device.db, ME, chatId)).toBe(true)
    expect(await takeChatsBack(device.db, ME, [chatId])).toEqual([chatId])
    expect(await everything(device)).toEqual(before)
    await device.flush()
    expect(device.server.questions()).toContain('not sent yet')
    expect(device.server.chats.get(chatId)).toMatchObject({ title: 'Typed here', is_saved: true })
  })

  it('is not sent while it can be undone, and is sent when that time is over', async () => {
    const { device, chat: chatId } = await startWithChats()
    await enqueueChatDeletes(device.db, { userId: ME, chatIds: [chatId], hold: true })
    await device.flush()
    expect(isListed(device, chatId)).toBe(true)
    await releaseChats(device.db, ME, [chatId])
    await device.flush()
    expect(isListed(device, chatId)).toBe(false)
    expect(await everything(device)).toMatchObject({ chats: [], outbox: [] })
    expect(await takeChatsBack(device.db, ME, [chatId])).toEqual([])
  })

  it('is sent by itself when the page was closed under the toast', async () => {
    const { device, chat: chatId } = await startWithChats()
    await enqueueChatDeletes(device.db, { userId: ME, chatIds: [chatId], hold: true })
    expect((await device.flush()).nextAt).toBeGreaterThan(Date.now())
    device.clock.now = Date.now() + UNDO_MS
    await device.flush()
    expect(isListed(device, chatId)).toBe(false)
  })

  it('is not reported as restored when the deletion may have arrived', async () => {
    const { device, chat: chatId } = await startWithChats()
    await enqueueChatDeletes(device.db, { userId: ME, chatIds: [chatId] })
    device.server.intercept = () => 'cut'
    await device.flush()
    expect(await kinds(device)).toEqual(['chat.delete waiting'])
    expect(await takeChatsBack(device.db, ME, [chatId])).toEqual([])
    expect(await kinds(device)).toEqual(['chat.delete waiting'])
  })

  it('is restored with the changes that another device made since', async () => {
    const { device, chat: chatId, titles } = await startWithChats()
    await enqueueChatDeletes(device.db, { userId: ME, chatIds: [chatId], hold: true })
    const there = device.server.chats.get(chatId)
    if (!there) throw new Error('The server has lost its chat')
    device.server.chats.set(chatId, {
      ...there,
      title: 'From there',
      updated_at: new Date(Date.now() + 5000).toISOString(),
    })
    await syncChats(device)
    expect(await titles()).toEqual([])
    await takeChatsBack(device.db, ME, [chatId])
    expect(await titles()).toEqual(['From there'])
  })

  it('is restored when its deletion is rejected and discarded', async () => {
    const { device, chat: chatId, titles } = await startWithChats()
    await enqueueChatDeletes(device.db, { userId: ME, chatIds: [chatId] })
    device.server.intercept = () => coded(400, 'bad_request')
    await device.flush()
    const [refused] = await readEntries(device.db, ME)
    expect(refused).toMatchObject({ kind: 'chat.delete', state: 'failed' })
    expect(await discard(device.db, refused?.id ?? '')).toBe(true)
    expect(await titles()).toEqual(['Chat 0'])
    expect(await device.db.messages.count()).toBe(2)
  })

  it('returns to the list when its deletion is rejected, accepts messages, and holds the other changes', async () => {
    const { device, chat: chatId, titles } = await startWithChats()
    await device.db.drafts.put({ userId: ME, draftKey: chatId, text: 'half a thought', updated_at: 1 })
    await enqueueChatDeletes(device.db, { userId: ME, chatIds: [chatId] })
    device.server.intercept = ({ method }) => (method === 'DELETE' ? coded(400, 'bad_request') : undefined)
    await device.flush()
    expect(await titles()).toEqual(['Chat 0'])
    await enqueueMessage(device.db, { userId: ME, chatId, content: 'said afterwards' })
    await device.flush()
    const words = async () => (await device.db.messages.toArray()).map(({ content }) => content).filter(Boolean)
    expect(await words()).toEqual(['Chat 0', 'said afterwards'])
    device.server.seed(chatId, 1)
    const { length } = [...device.server.messages.values()].filter((each) => each.chat === chatId)
    await syncMessages({ ...device, chatId })
    expect(await device.db.messages.count()).toBe(length)
    const there = device.server.chats.get(chatId)
    const later = new Date(Date.now() + 5000).toISOString()
    if (there) device.server.chats.set(chatId, { ...there, title: 'From there', updated_at: later })
    await syncChats(device)
    const [refused] = await readEntries(device.db, ME)
    expect(await discard(device.db, refused?.id ?? '')).toBe(true)
    expect(await titles()).toEqual(['From there'])
    expect(await device.db.drafts.toArray()).toMatchObject([{ text: 'half a thought' }])
  })

  it('keeps its draft and one that was typed after its deletion was rejected, once the deletion is discarded', async () => {
    const { device, chat: chatId } = await startWithChats()
    const { db } = device
    const type = async (text: string) => {
      await saveDraft(db, ME, chatId, text)
      await saveEdit(db, ME, chatId, { message: uuid(), text: `Edit: ${text}` })
      await attachFile(db, ME, chatId, { name: `${text}.txt`, size: 10 })
    }
    await type('first')
    await enqueueChatDeletes(db, { userId: ME, chatIds: [chatId] })
    device.server.intercept = () => coded(400, 'bad_request')
    await device.flush()
    await type('second')
    const [refused] = await readEntries(db, ME)
    expect(await discard(db, refused?.id ?? '')).toBe(true)
    const { text, stashed } = await readStoredDrafts(db, ME, chatId)
    expect({ text, stashed: stashed.split('\n\n').sort() }).toEqual({
      text: 'second',
      stashed: ['Edit: first', 'first'],
    })
    expect(await readDraftFiles(db, ME, chatId)).toMatchObject([{ name: 'second.txt' }, { name: 'first.txt' }])
  })

  it('is not sent while its undo time is extended, nor when everything else is retried', async () => {
    const { device, chat: chatId } = await startWithChats()
    await enqueueChatDeletes(device.db, { userId: ME, chatIds: [chatId], hold: true })
    await device.db.outbox.toCollection().modify({ nextAttemptAt: 1 })
    await holdChats(device.db, ME, [chatId])
    await retryAll(device.db, ME)
    device.clock.now = Date.now() + UNDO_MS - 5000
    await device.flush()
    expect(await takeChatsBack(device.db, ME, [chatId])).toEqual([chatId])
    await enqueueChatDeletes(device.db, { userId: ME, chatIds: [chatId], hold: true })
    await retryAll(device.db, ME, { withUndoable: true })
    // A deletion that was released is not delayed again.
    await holdChats(device.db, ME, [chatId])
    await device.flush()
    expect(isListed(device, chatId)).toBe(false)
  })

  it('is deleted again after it was restored while its first deletion waits, and undoing that restores it', async () => {
    const { device, chat: chatId, titles } = await startWithChats()
    const again = { userId: ME, chatIds: [chatId], hold: true }
    await enqueueMessage(device.db, { userId: ME, chatId, content: 'not sent yet' })
    await enqueueChatDeletes(device.db, { userId: ME, chatIds: [chatId] })
    device.server.intercept = () => 'cut'
    await device.flush()
    await restoreDeleted(device.db, ME, [chatId])
    await device.db.drafts.put({ userId: ME, draftKey: chatId, text: 'half a thought', updated_at: 1 })
    const before = await kinds(device)
    expect(before).toEqual(['chat.delete waiting', 'chat.restore waiting', 'message.send waiting'])
    await enqueueChatDeletes(device.db, again)
    expect(await titles()).toEqual([])
    expect(await takeChatsBack(device.db, ME, [chatId])).toEqual([chatId])
    expect(await titles()).toEqual(['Chat 0'])
    expect(await kinds(device)).toEqual(before)
    await enqueueChatDeletes(device.db, again)
    await releaseChats(device.db, ME, [chatId])
    await restoreDeleted(device.db, ME, [chatId])
    expect(await device.db.drafts.toArray()).toMatchObject([{ text: 'half a thought' }])
    await enqueueChatDeletes(device.db, { userId: ME, chatIds: [chatId] })
    device.server.intercept = undefined
    device.clock.now += 60_000
    await device.flush()
    expect(isListed(device, chatId)).toBe(false)
    expect(await everything(device)).toMatchObject({ chats: [], outbox: [], drafts: [] })
    await restoreDeleted(device.db, ME, [chatId])
    await device.flush()
    expect(isListed(device, chatId)).toBe(true)
    expect(device.server.questions(chatId)).toEqual(['Chat 0', 'not sent yet'])
    expect(await device.db.drafts.toArray()).toMatchObject([{ text: 'half a thought' }])
  })

  it('stays restored, with each unsent message once, when its waiting deletion is discarded', async () => {
    const { device, chat: chatId } = await startWithChats()
    await enqueueMessage(device.db, { userId: ME, chatId, content: 'not sent yet' })
    await enqueueChatDeletes(device.db, { userId: ME, chatIds: [chatId] })
    device.server.intercept = () => 'cut'
    await device.flush()
    await restoreDeleted(device.db, ME, [chatId])
    const [deletion] = await readEntries(device.db, ME)
    expect(await discard(device.db, deletion?.id ?? '')).toBe(true)
    expect(await kinds(device)).toEqual(['chat.restore waiting', 'message.send waiting'])
  })

  it('takes no other chats with it, and is restored alone', async () => {
    const { device, chatIds, titles } = await startWithChats(3)
    await enqueueChatDeletes(device.db, { userId: ME, chatIds: chatIds.slice(0, 2), hold: true })
    expect(await titles()).toEqual(['Chat 2'])
    expect(await takeChatsBack(device.db, ME, chatIds.slice(0, 1))).toEqual(chatIds.slice(0, 1))
    expect(await titles()).toEqual(['Chat 0', 'Chat 2'])
    await releaseChats(device.db, ME, chatIds)
    await device.flush()
    expect(chatIds.filter((id) => isListed(device, id))).toEqual([chatIds[0], chatIds[2]])
  })
})

describe('a change of many chats', () => {
  it('adds an entry for each chat that it changes, and reaches the server', async () => {
    const { device, chatIds } = await startWithChats(3)
    const folder = await enqueueFolderCreate(device.db, { userId: ME, name: 'Work' })
    await enqueueChatChanges(device.db, { userId: ME, chatIds: chatIds.slice(0, 1), patch: { folder } })
    await enqueueChatChanges(device.db, { userId: ME, chatIds, patch: { folder } })
    await enqueueChatChanges(device.db, { userId: ME, chatIds: [...chatIds, uuid()], patch: { is_saved: true } })
    expect((await readEntries(device.db, ME)).filter(({ kind }) => kind === 'chat.update')).toHaveLength(6)
    await device.flush()
    for (const chatId of chatIds) expect(device.server.chats.get(chatId)).toMatchObject({ folder, is_saved: true })
    await enqueueChatChanges(device.db, { userId: ME, chatIds, patch: { folder, is_saved: true } })
    expect(await readEntries(device.db, ME)).toEqual([])
  })

  it('adds and removes tags without changing the other tags of each chat', async () => {
    const { device, chatIds } = await startWithChats(2)
    const [old, fresh, kept] = [uuid(), uuid(), uuid()]
    const [first = '', second = ''] = chatIds
    await enqueueChatChange(device.db, { userId: ME, chatId: first, patch: { tags: [old, kept] } })
    await enqueueChatChange(device.db, { userId: ME, chatId: second, patch: { tags: [fresh] } })
    await enqueueChatChanges(device.db, { userId: ME, chatIds, patch: { tags_add: [fresh], tags_remove: [old] } })
    const tags = new Map((await queryChats(device.db, ME)).map((row) => [row.id, row.tags]))
    expect(tags.get(first)).toEqual([kept, fresh])
    expect(tags.get(second)).toEqual([fresh])
  })
})
