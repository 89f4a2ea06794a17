import { openChatMessage, parseNotified } from '#lib/service-worker/worker-messages.ts'
import { isChatOf, isScreen } from '../screen-urls.ts'

/** A page that loads, or on which nobody is signed in, does not hear. */
const ANSWER_WITHIN_MS = 3_000

/** What is used here of the browser's `WindowClient` and `Clients`. */
interface AppWindow {
  url: string
  focused: boolean
  visibilityState: string
  focus(): Promise<unknown>
  navigate(path: string): Promise<unknown>
  postMessage(message: unknown, ports: MessagePort[]): void
}
export interface Scope {
  clients: {
    matchAll(options: { type: 'window' }): Promise<readonly AppWindow[]>
    openWindow(path: string): Promise<unknown>
  }
}

/** Goes to the chat of a notification, in a window that is open if there is one: best in one that began there. */
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
  // First, and refused when the click was long ago; the window goes there all the same.
  await client.focus().catch(() => undefined)
  // `client.url` is the address that the page was loaded with: the user may be on another screen by now.
  if (chatId === null || (await goesItself(client, chatId))) return
  await client.navigate(path).catch(() => clients.openWindow(path))
}

/** Without loading anew. */
function goesItself(client: AppWindow, chatId: string): Promise<boolean> {
  const { port1, port2 } = new MessageChannel()
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), ANSWER_WITHIN_MS)
    port1.onmessage = () => {
      clearTimeout(timer)
      port1.close()
      resolve(true)
    }
    client.postMessage(openChatMessage(chatId), [port2])
  })
}
