import { v7 as uuid } from 'uuid'
import { expect, it, vi } from 'vitest'
import { openMessageWindow } from '#features/chat/messages/message-window.ts'
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
