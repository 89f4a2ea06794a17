import { v7 as uuid } from 'uuid'
import { enqueueChatDeletes } from '#offline/chats/chat-trash.ts'
import { queryDeleted } from '#offline/deleted/query-deleted.ts'
import { enqueueMessage } from '#offline/outbox/enqueue.ts'
import { syncAll } from '#offline/sync/sync-all.ts'
import { syncMessages } from '#offline/sync/sync-messages.ts'
import { type Device, ME, startDevice } from './device.ts'
import { queryChats } from './query-chats.ts'

export const listed = async ({ db }: Device) => (await queryChats(db, ME)).map(({ id }) => id)
export const deleted = async ({ db }: Device) => (await queryDeleted(db, ME)).map(({ id }) => id)
export const both = async (device: Device) => ({ listed: await listed(device), deleted: await deleted(device) })
export const messagesOf = async ({ db }: Device) => (await db.messages.toArray()).map(({ content }) => content)
export const remove = ({ db }: Device, ...chatIds: string[]) => enqueueChatDeletes(db, { userId: ME, chatIds })
export const meet = async (device: Device) => {
  await device.flush()
  await syncAll(device)
}

/** Creates a device and chats that the server and the device have, the oldest first. */
export async function startWithChats(count: number) {
  const device = await startDevice()
  const chatIds = Array.from({ length: count }, () => uuid())
  for (const [n, chatId] of chatIds.entries()) {
    await enqueueMessage(device.db, { userId: ME, chatId, content: `Chat ${n}`, newChat: {} })
    await device.flush()
    await syncMessages({ ...device, chatId })
  }
  await syncAll(device)
  return { device, chatIds, chat: chatIds[0] ?? '' }
}
