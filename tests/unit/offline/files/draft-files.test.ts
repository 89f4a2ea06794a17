import { v7 as uuid } from 'uuid'
import { describe, expect, it } from 'vitest'
import { readEntries } from '#offline/database/queries.ts'
import { forgetCopies, wipeUser } from '#offline/database/wipe.ts'
import { deleteStash, readDraftedFiles, restoreStash, stashDraftFiles } from '#offline/drafts/draft-stash.ts'
import { NEW_CHAT, saveDraft } from '#offline/drafts/drafts.ts'
import { deleteDraftFiles, moveDraftFile, readDraftFiles } from '#offline/files/draft-files.ts'
import { pruneFiles, readFile, saveFileCopy } from '#offline/files/file-copies.ts'
import { enqueueMessage } from '#offline/outbox/enqueue.ts'
import { enqueueMessageDelete } from '#offline/outbox/enqueue-message-changes.ts'
import { discard, moveToDraft } from '#offline/outbox/outbox-actions.ts'
import { syncAll } from '#offline/sync/sync-all.ts'
import { syncMessages } from '#offline/sync/sync-messages.ts'
import { attachFile } from '#support/device/attach-file.ts'
import { type Device, ME, startDevice } from '#support/device/device.ts'

const namesOf = async (device: Device, key: string) =>
  (await readDraftFiles(device.db, ME, key)).map(({ name }) => name)
const attachThree = async (device: Device, key: string) => {
  const files = []
  for (const name of ['a.txt', 'b.txt', 'c.txt']) files.push((await attachFile(device.db, ME, key, { name })).file)
  return files
}
const isHere = async (device: Device, id: string) => (await readFile(device.db, ME, id)) !== undefined

describe('the files of a draft', () => {
  it('keep their order, are moved, and are deleted with their content', async () => {
    const device = await startDevice()
    const [a, b, c] = await attachThree(device, NEW_CHAT)
    await moveDraftFile(device.db, ME, NEW_CHAT, c?.id ?? '', -1)
    expect(await namesOf(device, NEW_CHAT)).toEqual(['a.txt', 'c.txt', 'b.txt'])
    await moveDraftFile(device.db, ME, NEW_CHAT, a?.id ?? '', 9)
    await moveDraftFile(device.db, ME, NEW_CHAT, c?.id ?? '', -9)
    expect(await namesOf(device, NEW_CHAT)).toEqual(['c.txt', 'b.txt', 'a.txt'])
    await deleteDraftFiles(device.db, ME, NEW_CHAT, [b?.id ?? ''])
    expect(await namesOf(device, NEW_CHAT)).toEqual(['c.txt', 'a.txt'])
    expect(await isHere(device, b?.id ?? '')).toBe(false)
  })

  it('stay when the text is written, deleted or sent without them', async () => {
    const device = await startDevice()
    const chatId = uuid()
    await attachThree(device, chatId)
    await saveDraft(device.db, ME, chatId, 'text')
    await saveDraft(device.db, ME, chatId, '')
    expect(await namesOf(device, chatId)).toHaveLength(3)
    await enqueueMessage(device.db, { userId: ME, chatId, content: 'text', newChat: {} })
    expect(await namesOf(device, chatId)).toHaveLength(3)
  })

  it('leave the draft with the message that names them, in the order of the message', async () => {
    const device = await startDevice()
    const chatId = uuid()
    const files = await attachThree(device, NEW_CHAT)
    await attachFile(device.db, ME, NEW_CHAT, { name: 'attached in another tab' })
    await enqueueMessage(device.db, { userId: ME, chatId, content: '', files, newChat: {} })
    expect(await namesOf(device, NEW_CHAT)).toEqual(['attached in another tab'])
    const [, message] = await readEntries(device.db, ME)
    expect(message).toMatchObject({ files, body: { content: '', files: files.map(({ id }) => id) } })
    expect(await device.db.chats.get([ME, chatId])).toMatchObject({ title: 'a.txt', preview: 'a.txt' })
  })

  it('go to the stash and back with it, or are deleted with it', async () => {
    const device = await startDevice()
    const [a, b] = await attachThree(device, 'chat')
    await stashDraftFiles(device.db, ME, 'chat', new Set([a?.id ?? '', b?.id ?? '']))
    const stored = await readDraftedFiles(device.db, ME, 'chat')
    expect([stored.files, stored.stashedFiles].map((files) => files.map(({ name }) => name))).toEqual([
      ['c.txt'],
      ['a.txt', 'b.txt'],
    ])
    await restoreStash(device.db, ME, 'chat')
    expect(await namesOf(device, 'chat')).toEqual(['c.txt', 'a.txt', 'b.txt'])
    await stashDraftFiles(device.db, ME, 'chat', new Set([a?.id ?? '']))
    await deleteStash(device.db, ME, 'chat')
    expect(await namesOf(device, 'chat')).toEqual(['c.txt', 'b.txt'])
    expect(await isHere(device, a?.id ?? '')).toBe(false)
  })

  it('are stored with their content or not at all', async () => {
    const device = await startDevice()
    const full = () => {
      throw new DOMException('full', 'QuotaExceededError')
    }
    device.db.drafts.hook('creating').subscribe(full)
    await expect(attachFile(device.db, ME, 'chat')).rejects.toMatchObject({ code: 'storage_full' })
    device.db.drafts.hook('creating').unsubscribe(full)
    expect(await device.db.files.count()).toBe(0)
    expect(await device.db.fileBytes.count()).toBe(0)
    await attachFile(device.db, ME, 'chat')
    expect(await namesOf(device, 'chat')).toEqual(['a file.txt'])
  })

  it('are no reason, as copies, to delete texts when the disk is full', async () => {
    const device = await startDevice()
    const chatId = uuid()
    device.server.seed(chatId, 4)
    await syncAll(device)
    await syncMessages({ ...device, chatId })
    device.db.fileBytes.hook('creating').subscribe(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    await saveFileCopy(device.db, ME, { id: 'copy', message: uuid(), bytes: new ArrayBuffer(8) })
    expect(await isHere(device, 'copy')).toBe(false)
    expect(await device.db.messages.count()).toBe(4)
  })

  it('take the space of copies when the disk is full', async () => {
    const device = await startDevice()
    const message = uuid()
    await device.db.messages.put({ userId: ME, id: message, chat: uuid(), seq: 1 } as never)
    await saveFileCopy(device.db, ME, { id: 'copy', message, bytes: new ArrayBuffer(8) })
    const full = () => {
      // The device has room as soon as the copy is gone.
      if (copies > 0) throw new DOMException('full', 'QuotaExceededError')
    }
    let copies = 1
    device.db.fileBytes.hook('deleting').subscribe(() => {
      copies -= 1
    })
    device.db.drafts.hook('creating').subscribe(full)
    const { file } = await attachFile(device.db, ME, 'chat')
    device.db.drafts.hook('creating').unsubscribe(full)
    expect([await isHere(device, 'copy'), await isHere(device, file.id)]).toEqual([false, true])
  })
})

describe('the files of an unsent message', () => {
  it.each([
    ['is edited', moveToDraft],
    ['is discarded', discard],
  ])('return to the draft when it %s', async (_, act) => {
    const device = await startDevice()
    const chatId = uuid()
    const files = await attachThree(device, NEW_CHAT)
    await enqueueMessage(device.db, { userId: ME, chatId, content: 'look', files, newChat: {} })
    const [, message] = await readEntries(device.db, ME)
    await attachFile(device.db, ME, chatId, { name: 'added since' })
    expect(await act(device.db, message?.id ?? '')).toBe(true)
    expect(await namesOf(device, chatId)).toEqual(['added since', 'a.txt', 'b.txt', 'c.txt'])
    await pruneFiles(device.db, ME)
    expect(await isHere(device, files[0]?.id ?? '')).toBe(true)
  })

  it('are deleted after it was deleted, and stay while its chat can be restored', async () => {
    const device = await startDevice()
    const chatId = uuid()
    const [a, b] = await attachThree(device, NEW_CHAT)
    if (!a || !b) throw new Error('three files were attached')
    const messageId = await enqueueMessage(device.db, { userId: ME, chatId, content: '1', files: [a], newChat: {} })
    await enqueueMessage(device.db, { userId: ME, chatId, content: '2', files: [b] })
    await enqueueMessageDelete(device.db, { userId: ME, chatId, messageId })
    const { enqueueChatDeletes, takeChatsBack } = await import('#offline/chats/chat-trash.ts')
    await enqueueChatDeletes(device.db, { userId: ME, chatIds: [chatId], hold: true })
    await pruneFiles(device.db, ME)
    expect([await isHere(device, a.id), await isHere(device, b.id)]).toEqual([false, true])
    await takeChatsBack(device.db, ME, [chatId])
    expect((await readEntries(device.db, ME)).at(-1)).toMatchObject({ files: [b] })
  })
})

describe('leaving the device', () => {
  it('counts the files that exist here only, and deletes them on sign-out', async () => {
    const device = await startDevice()
    const chatId = uuid()
    const [a] = await attachThree(device, NEW_CHAT)
    if (!a) throw new Error('three files were attached')
    await enqueueMessage(device.db, { userId: ME, chatId, content: '', files: [a], newChat: {} })
    await wipeUser(device.db, ME + 1)
    expect(await device.db.fileBytes.count()).toBe(3)
    await wipeUser(device.db, ME)
    expect([await device.db.files.count(), await device.db.fileBytes.count()]).toEqual([0, 0])
  })

  it('deletes copies only for lack of a session', async () => {
    const device = await startDevice()
    const [a] = await attachThree(device, NEW_CHAT)
    await saveFileCopy(device.db, ME, { id: 'copy', message: uuid(), bytes: new ArrayBuffer(8) })
    await device.db.transaction('rw', device.db.tables, async () => forgetCopies(device.db, ME))
    expect([await isHere(device, 'copy'), await isHere(device, a?.id ?? '')]).toEqual([false, true])
  })
})
