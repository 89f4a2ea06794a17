import 'fake-indexeddb/auto'
import { afterEach, describe, expect, it, onTestFinished, test, vi } from 'vitest'
import { CompanionDatabase } from '#offline/database/database.ts'
import { nobody } from '#session/state/session-state.ts'
import { changeRecord } from '#session/token-record/token-record.ts'
import { makeAuthenticated } from '#support/users/make-user.ts'
import { type Scope, showReadyNotification } from '../../../sw/push/show-notification.ts'

const chatId = '0190a5c0-0000-7000-8000-000000000001'
const message = '0190a5c0-0000-7000-8000-000000000002'
const text = JSON.stringify({ type: 'answer_ready', account: 7, chat: chatId, message })

const agents = {
  'Safari on an iPhone':
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1',
  'the installed app on an iPhone':
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148',
  'Safari on a Mac':
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15',
  'Chrome on Android':
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36',
  'Firefox on a computer': 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
}
const webKit = ['Safari on an iPhone', 'the installed app on an iPhone', 'Safari on a Mac'] as const
const others = ['Chrome on Android', 'Firefox on a computer'] as const

/**
 * A worker of that browser with one open window, which was loaded with the address of the chat and shows it, does not
 * any more, or does not reply; records the notifications, those that stay, and the messages to the window.
 */
function stubWorker(userAgent: string, visibilityState: 'visible' | 'hidden', isShown: boolean | 'silent' = true) {
  const record = { shown: [] as string[], open: new Set<string>(), said: [] as unknown[] }
  const registration = {
    showNotification: async (title: string, { tag }: NotificationOptions) => {
      record.shown.push(title)
      record.open.add(String(tag))
    },
    getNotifications: async ({ tag }: { tag: string }) =>
      [...record.open].filter((each) => each === tag).map((each) => ({ close: () => record.open.delete(each) })),
  }
  const window = {
    url: `https://example.org/chat/${chatId}`,
    visibilityState,
    postMessage: (data: unknown, [port]: MessagePort[]) => {
      record.said.push(data)
      if (isShown !== 'silent') port?.postMessage(isShown)
    },
  }
  vi.stubGlobal('registration', registration)
  vi.stubGlobal('navigator', { userAgent, language: 'en' })
  const scope: Scope = { registration, clients: { matchAll: async () => [window] } }
  return { record, scope }
}

afterEach(() => vi.unstubAllGlobals())

describe('a push message that arrives while the app is visible', () => {
  it.each(webKit)(
    'is shown and closed at once by %s, which penalises push messages that show no notification',
    async (name) => {
      const { record, scope } = stubWorker(agents[name], 'visible')
      for (let times = 0; times < 4; times += 1) await showReadyNotification(text, scope)
      await showReadyNotification('unreadable', scope)
      expect(record.shown).toHaveLength(5)
      expect([...record.open]).toEqual([])
      expect(record.said).toEqual(Array(4).fill({ type: 'IS_SHOWN', chat: chatId }))
    },
  )

  it.each(others)('shows nothing in %s', async (name) => {
    const { record, scope } = stubWorker(agents[name], 'visible')
    await showReadyNotification(text, scope)
    expect(record).toEqual({ shown: [], open: new Set(), said: [{ type: 'IS_SHOWN', chat: chatId }] })
  })
})

/** Signs a user in who is offline. */
async function signIn() {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  vi.stubGlobal('location', { origin: 'https://example.org' })
  const db = new CompanionDatabase()
  onTestFinished(() => db.delete())
  await changeRecord(db, nobody, () => makeAuthenticated(7))
}

test.each([...webKit, ...others])('a push message stays shown in %s while another screen is visible', async (name) => {
  const { record, scope } = stubWorker(agents[name], 'visible', false)
  await signIn()
  await showReadyNotification(text, scope)
  expect([...record.open]).toEqual([chatId])
})

test('a visible page that does not reply counts by the address with which it was loaded', async () => {
  const { record, scope } = stubWorker(agents[others[0]], 'visible', 'silent')
  await signIn()
  await showReadyNotification(text, scope)
  expect(record.shown).toEqual([])
})

test.each([...webKit, ...others])('a push message stays shown in %s while the app is hidden', async (name) => {
  const { record, scope } = stubWorker(agents[name], 'hidden')
  await showReadyNotification(text, scope)
  expect(record.shown).toHaveLength(1)
  expect(record.open.size).toBe(1)
})
