import { v7 as uuid } from 'uuid'
import { expect, it, vi } from 'vitest'
import { openMessageWindow } from '#features/chat/messages/message-window.ts'
import { enqueueMessage } from '#offline/outbox.ts'
import { syncMessages } from '#offline/sync-messages.ts'
import { ME, startDevice } from '#support/offline.ts'

it('a chat that was left while older messages were looked for is not followed any more', async () => {
  const device = await startDevice()
  const chat = uuid()
  device.server.seed(chat, 45)
  await syncMessages({ ...device, chat })
  const window = openMessageWindow(device.db, ME, chat)
  await vi.waitFor(() => expect(window.read().messages).toHaveLength(40))
  const older = window.loadOlder()
  window.close()
  await older
  expect(window.read().messages).toHaveLength(40)
})

it('shows a message the moment it is on disk, and once', async () => {
  const { db } = await startDevice()
  const chat = uuid()
  const window = openMessageWindow(db, ME, chat)
  await vi.waitFor(() => expect(window.read().ready).toBe(true))
  const shown: number[] = []
  window.subscribe(() => shown.push(window.read().waiting.filter(({ kind }) => kind === 'message.send').length))
  for (const content of ['One', 'Two']) await enqueueMessage(db, { account: ME, chat, content, newChat: {} })
  expect(window.read().waiting.flatMap(({ body }) => ('content' in body ? body.content : []))).toEqual(['One', 'Two'])
  await enqueueMessage(db, { account: ME, chat: uuid(), content: 'Elsewhere', newChat: {} })
  await vi.waitFor(() => expect(shown.length).toBeGreaterThan(3))
  expect(shown).toEqual(shown.toSorted((a, b) => a - b))
  expect(shown.at(-1)).toBe(2)
  window.close()
})
