import { v7 as uuid } from 'uuid'
import { describe, expect, it } from 'vitest'
import { enqueueChatDeletes, takeChatsBack } from '#offline/chats/chat-trash.ts'
import { removeLabel } from '#offline/chats/labels.ts'
import { restoreDeleted } from '#offline/deleted/enqueue-deleted.ts'
import { enqueueChatChange } from '#offline/outbox/enqueue.ts'
import { syncChats } from '#offline/sync/sync-chats.ts'
import { type Device, ME, startDevice } from '#support/device/device.ts'
import { startTwoDevices } from '#support/device/two-devices.ts'

/** A change of a chat, to whose row and body a newer build has added a field. */
async function enqueueNewer({ db }: Device, chatId: string, patch: { title?: string; folder?: string }) {
  await enqueueChatChange(db, { userId: ME, chatId, patch: { ...patch, is_pinned: true } })
  await db.outbox
    .filter(({ kind }) => kind === 'chat.update')
    .modify((row) => void Object.assign(row, { later: 1, body: { ...row.body, icon: 'leaf' } }))
}

const changes = async ({ db }: Device): Promise<unknown[]> =>
  (await db.outbox.orderBy('order').toArray()).filter(({ kind }) => kind === 'chat.update')

async function startWithChat() {
  const device = await startDevice()
  const chatId = uuid()
  device.server.seed(chatId, 2)
  await syncChats(device)
  return { device, chatId }
}

describe('an entry of a newer build', () => {
  it('keeps its unknown fields when a conflict is recorded and the connection is lost', async () => {
    const { one, two, chat: chatId, server } = await startTwoDevices()
    await enqueueChatChange(one.db, { userId: ME, chatId, patch: { title: 'Theirs' } })
    await one.flush()
    await enqueueNewer(two, chatId, { title: 'Mine' })
    server.intercept = ({ method }) => (method === 'PATCH' ? 'cut' : undefined)
    await two.flush()
    expect(await two.db.conflicts.toArray()).toMatchObject([{ mine: 'Mine', theirs: 'Theirs' }])
    expect(await changes(two)).toMatchObject([
      { later: 1, body: { title: 'Mine', icon: 'leaf' }, known: expect.arrayContaining(['Theirs']) },
    ])
  })

  it('keeps its unknown fields when a later change replaces one of its fields', async () => {
    const { device, chatId } = await startWithChat()
    await enqueueNewer(device, chatId, { title: 'First' })
    await enqueueChatChange(device.db, { userId: ME, chatId, patch: { title: 'Second' } })
    const [former] = await changes(device)
    expect(former).toMatchObject({ later: 1, body: { is_pinned: true, icon: 'leaf' } })
    expect(former).not.toHaveProperty('body.title')
  })

  it('keeps its unknown fields when the folder that it names is deleted', async () => {
    const { device, chatId } = await startWithChat()
    const folder = uuid()
    await enqueueNewer(device, chatId, { folder })
    await removeLabel(device.db, ME, 'folder', folder)
    const [change] = await changes(device)
    expect(change).toMatchObject({ later: 1, body: { is_pinned: true, icon: 'leaf' } })
    expect(change).not.toHaveProperty('body.folder')
  })

  it.each([
    ['taken back', takeChatsBack],
    ['followed by a restoration', restoreDeleted],
  ])('keeps its unknown fields when the deletion of its chat is %s', async (_, restore) => {
    const { device, chatId } = await startWithChat()
    await enqueueNewer(device, chatId, { title: 'Mine' })
    await enqueueChatDeletes(device.db, { userId: ME, chatIds: [chatId], hold: true })
    expect(await changes(device)).toEqual([])
    await restore(device.db, ME, [chatId])
    expect(await changes(device)).toMatchObject([{ later: 1, body: { title: 'Mine', icon: 'leaf' } }])
  })
})
