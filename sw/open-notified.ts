import { openChatMessage, parseNotified } from '#lib/worker-messages.ts'

/** Goes to the chat of a notification, in a window that is open if there is one. */
export async function openNotifiedChat(data: unknown, { clients }: ServiceWorkerGlobalScope): Promise<void> {
  const chat = parseNotified(data)
  const windows = await clients.matchAll({ type: 'window' })
  const client = windows.find(({ focused }) => focused) ?? windows[0]
  if (!client) {
    await clients.openWindow(chat === null ? '/chat' : `/chat/${chat}`)
    return
  }
  if (chat !== null) client.postMessage(openChatMessage(chat))
  // The browser refuses the focus when the click was long ago; the window has gone there all the same.
  await client.focus().catch(() => undefined)
}
