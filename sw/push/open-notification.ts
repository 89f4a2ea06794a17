import { isChatOf, isScreen } from '#lib/service-worker/screen-urls.ts'
import { openChatMessage, parseNotified } from '#lib/service-worker/worker-messages.ts'
import { type MessageTarget, requestReply } from './request-reply.ts'

const REPLY_WITHIN_MS = 3_000

/** The parts of the browser's `WindowClient` and `Clients` that are used here. */
interface AppWindow extends MessageTarget {
  url: string
  focused: boolean
  visibilityState: string
  focus(): Promise<unknown>
  navigate(path: string): Promise<unknown>
}
export interface Scope {
  clients: {
    matchAll(options: { type: 'window' }): Promise<readonly AppWindow[]>
    openWindow(path: string): Promise<unknown>
  }
}

/** Opens the chat of a notification, in an open window if there is one, preferably one loaded with that chat. */
export async function openNotifiedChat(data: unknown, { clients }: Scope): Promise<void> {
  const chatId = parseNotified(data)
  const path = chatId === null ? '/chat' : `/chat/${chatId}`
  const windows = (await clients.matchAll({ type: 'window' })).filter(({ url }) => isScreen(url))
  const client =
    windows.find(({ url }) => chatId !== null && isChatOf(url, chatId)) ??
    windows.find(({ focused }) => focused) ??
    windows.find(({ visibilityState }) => visibilityState === 'visible') ??
    windows[0]
  if (!client) {
    await clients.openWindow(path)
    return
  }
  // Focus comes first. It is refused when the click was too long ago; the window navigates anyway.
  await client.focus().catch(() => undefined)
  // `client.url` is the address that the page was loaded with: the user may be on another screen by now.
  if (chatId === null || (await goesItself(client, chatId))) return
  await client.navigate(path).catch(() => clients.openWindow(path))
}

/** Lets the page navigate by its router, without a page load; false when it does not answer. */
const goesItself = async (client: AppWindow, chatId: string): Promise<boolean> =>
  (await requestReply(client, openChatMessage(chatId), REPLY_WITHIN_MS)) !== undefined
