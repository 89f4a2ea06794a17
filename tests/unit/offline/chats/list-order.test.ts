import { v7 as uuid } from 'uuid'
import { describe, expect, it } from 'vitest'
import { firstChats, queryNewestChat } from '#offline/database/queries.ts'
import { enqueueChatChange, enqueueMessage } from '#offline/outbox/enqueue.ts'
import { ME, startDevice } from '#support/device/device.ts'

describe('the order of the list of chats', () => {
  it('begins with pinned chats, which an index finds, and archived ones are neither first nor the newest', async () => {
    const { db, clock } = await startDevice()
    const chatIds = Array.from({ length: 4 }, () => uuid())
    for (const chatId of chatIds) {
      await enqueueMessage(db, { userId: ME, chatId, content: 'Good morning', newChat: {} })
      clock.now += 1_000
    }
    const change = (n: number, patch: { is_pinned?: boolean; is_archived?: boolean }) =>
      enqueueChatChange(db, { userId: ME, chatId: chatIds[n] ?? '', patch })
    await change(1, { is_pinned: true })
    await change(3, { is_archived: true })
    await change(0, { is_pinned: true })
    await change(0, { is_pinned: false })
    const first = async (limit: number) => (await firstChats(db, ME, limit)).map(({ id }) => id)
    expect(await first(9)).toEqual([1, 2, 0].map((n) => chatIds[n]))
    expect(await first(2)).toEqual([1, 2].map((n) => chatIds[n]))
    expect(await queryNewestChat(db, ME)).toBe(chatIds[2])
    const pinned = db.chats.where('[account+pinned+last_message_at]').between([ME, 1], [ME, 2])
    expect(await pinned.count()).toBe(1)
  })
})
