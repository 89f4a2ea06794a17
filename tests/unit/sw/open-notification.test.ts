import { expect, onTestFinished, test, vi } from 'vitest'
import { openNotifiedChat, type Scope } from '../../../sw/push/open-notification.ts'

const chatId = '0190a5c0-0000-7000-8000-000000000001'
const other = '0190a5c0-0000-7000-8000-000000000002'

interface Window {
  path: string
  visible?: boolean
  focused?: boolean
  /** Whether the app in that window receives messages: on some pages nobody is signed in. */
  hears?: boolean
}

/** Clicks a notification of `chat` while those windows are open; returns what happened to them, in order. */
async function choose(windows: Window[], data: unknown = { chat: chatId }): Promise<string[]> {
  const done: string[] = []
  const clients = {
    matchAll: async () =>
      windows.map(({ path, visible = false, focused = false, hears = true }) => ({
        url: `https://example.org${path}`,
        visibilityState: visible ? 'visible' : 'hidden',
        focused,
        focus: async () => void done.push(`focus ${path}`),
        navigate: async (to: string) => void done.push(`load ${to} in ${path}`),
        postMessage: (message: { chat: string }, [port]: MessagePort[]) => {
          done.push(`go to ${message.chat} in ${path}`)
          if (hears) port?.postMessage('going')
        },
      })),
    openWindow: async (to: string) => void done.push(`open ${to}`),
  }
  await openNotifiedChat(data, { clients } as unknown as Scope)
  return done
}

test('a notification opens a window when there is none, or none of the app', async () => {
  expect(await choose([])).toEqual([`open /chat/${chatId}`])
  expect(await choose([{ path: '/api/v1/openapi.json', visible: true, focused: true }])).toEqual([
    `open /chat/${chatId}`,
  ])
  expect(await choose([], null)).toEqual(['open /chat'])
})

test('a notification prefers the window that was loaded with its chat, and navigates it back to the chat', async () => {
  const windows = [{ path: '/information', visible: true, focused: true }, { path: `/chat/${chatId}?list=open` }]
  expect(await choose(windows)).toEqual([
    `focus /chat/${chatId}?list=open`,
    `go to ${chatId} in /chat/${chatId}?list=open`,
  ])
})

test('a notification else navigates the focused window, then a visible one, to the chat', async () => {
  const seen = { path: '/settings', visible: true }
  const used = { path: `/chat/${other}`, visible: true, focused: true }
  const hidden = { path: '/account' }
  expect(await choose([hidden, seen, used])).toEqual([`focus ${used.path}`, `go to ${chatId} in ${used.path}`])
  expect(await choose([hidden, seen])).toEqual(['focus /settings', `go to ${chatId} in /settings`])
  expect(await choose([hidden])).toEqual(['focus /account', `go to ${chatId} in /account`])
})

test('a notification loads the chat in a window that does not respond', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const choosing = choose([{ path: '/auth/login', visible: true, hears: false }])
  await vi.advanceTimersByTimeAsync(3_000)
  expect(await choosing).toEqual([
    'focus /auth/login',
    `go to ${chatId} in /auth/login`,
    `load /chat/${chatId} in /auth/login`,
  ])
})

test('a notification without a chat only focuses the app', async () => {
  expect(await choose([{ path: '/information', visible: true }], null)).toEqual(['focus /information'])
})
