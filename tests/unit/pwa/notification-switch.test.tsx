// @vitest-environment jsdom
import 'fake-indexeddb/auto'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, test, vi } from 'vitest'
import { NotificationSwitch } from '#features/pwa/notifications/notification-switch.tsx'
import { database } from '#offline/database/database.ts'
import { saveDeviceSetting } from '#offline/database/device-settings.ts'
import { adopt } from '#session/state/session-atom.ts'
import { configured, vapidKey, withPush } from '#support/browser/push.ts'
import { interact, render } from '#support/browser/render.tsx'
import { makeAuthenticated } from '#support/users/make-user.ts'

const keys = { p256dh: vapidKey, auth: 'xxxxxxxxxxxxxxxxxxxxxg' }

/** A tab of a browser, not the installed app. */
beforeEach(() => vi.stubGlobal('matchMedia', () => ({ matches: false })))
afterEach(() => vi.unstubAllGlobals())

/** The switch after it has read the state of the browser. */
async function draw(): Promise<HTMLElement> {
  const container = await render(<NotificationSwitch />)
  // Until then it is a row without a description.
  await vi.waitFor(() => expect(container.textContent?.replace('Notifications', '').trim()).not.toBe(''))
  return container
}
const theSwitch = (container: HTMLElement) => container.querySelector('[role="switch"]')

test('a browser without push says so, and on an iPhone that the installed app supports it', async () => {
  const container = await draw()
  expect(container.textContent).toContain('This browser cannot tell you that an answer is ready')
  expect(theSwitch(container)).toBeNull()

  const agent =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1'
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(agent)
  onTestFinished(() => void vi.restoreAllMocks())
  expect((await draw()).textContent).toContain('On an iPhone or iPad they come with the installed app')
})

test('a browser with blocked notifications has its switch off and explains where to unblock them', async () => {
  withPush('denied')
  const container = await draw()
  expect(container.textContent).toContain('Your browser blocks notifications for this site')
  expect(theSwitch(container)?.getAttribute('aria-checked')).toBe('false')
  expect(theSwitch(container)?.getAttribute('aria-disabled')).toBe('true')
})

test('the switch says without a network when it can be used, and is updated on reconnect', async () => {
  withPush('default')
  let key: string | null = null
  let isOnline = false
  vi.stubGlobal('fetch', async () => {
    if (!isOnline) throw new TypeError('Failed to fetch')
    return configured(key)
  })
  const container = await draw()
  expect(container.textContent).toContain('They can be switched on when the server can be reached.')
  isOnline = true
  await interact(() => window.dispatchEvent(new Event('online')))
  await vi.waitFor(() => expect(container.textContent).toContain('The server that you use sends none.'))
  key = vapidKey
  await interact(() => window.dispatchEvent(new Event('online')))
  await vi.waitFor(() => expect(theSwitch(container)?.getAttribute('aria-checked')).toBe('false'))
})

/**
 * A user who has switched notifications on and allowed them. `held`: what the browser still has of the subscription;
 * `renews`: whether it creates a new one; `server`: whether that is reachable, or the status of its rejections. Returns
 * the requests to the server.
 */
async function withWanted({ held, renews, server }: { held: boolean; renews: boolean; server: boolean | 429 | 503 }) {
  const make = (endpoint: string) => ({ endpoint, options: {}, toJSON: () => ({ endpoint, keys }) })
  let current = held ? make('https://push.example.org/held') : null
  const subscribe = async () => {
    if (!renews) throw new DOMException('Registration failed', 'AbortError')
    current ??= make('https://push.example.org/renewed')
    return current
  }
  withPush('granted', { active: {}, pushManager: { getSubscription: async () => current, subscribe } })
  const told: unknown[] = []
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    if (server === false) throw new TypeError('Failed to fetch')
    if (server !== true) return Response.json({ message: 'Not now', code: 'overloaded' }, { status: server })
    const request = new Request(input, init)
    if (request.url.includes('/config/')) return configured(vapidKey)
    told.push(await request.json())
    return new Response(null, { status: 200 })
  })
  adopt({ generation: 1, session: { ...makeAuthenticated(7), generation: 1 } })
  await saveDeviceSetting(database(), 'notifications', 'on')
  onTestFinished(() => saveDeviceSetting(database(), 'notifications', 'unasked'))
  return told
}

describe('a notification switch that the user has switched on', () => {
  it('is on, and registers the subscription again in case the server has dropped it', async () => {
    const told = await withWanted({ held: true, renews: true, server: true })
    expect(theSwitch(await draw())?.getAttribute('aria-checked')).toBe('true')
    expect(told).toEqual([{ endpoint: 'https://push.example.org/held', keys, language: 'en' }])
  })

  it('renews a subscription that the browser has removed', async () => {
    const told = await withWanted({ held: false, renews: true, server: true })
    expect(theSwitch(await draw())?.getAttribute('aria-checked')).toBe('true')
    expect(told).toEqual([{ endpoint: 'https://push.example.org/renewed', keys, language: 'en' }])
  })

  it('is off, and explains why, when the browser has removed the subscription and creates no new one', async () => {
    await withWanted({ held: false, renews: false, server: true })
    const container = await draw()
    expect(theSwitch(container)?.getAttribute('aria-checked')).toBe('false')
    expect(container.textContent).toContain('Your browser could not switch them on.')
  })

  it('is on without a network while the browser has the subscription', async () => {
    await withWanted({ held: true, renews: true, server: false })
    expect(theSwitch(await draw())?.getAttribute('aria-checked')).toBe('true')
  })

  it.each([429, 503] as const)('is on, and can be switched off, while the server returns %i', async (status) => {
    await withWanted({ held: true, renews: true, server: status })
    const container = await draw()
    expect(theSwitch(container)?.getAttribute('aria-checked')).toBe('true')
    expect(theSwitch(container)?.getAttribute('aria-disabled')).not.toBe('true')
  })

  it('is replaced by an explanation when the browser has removed the subscription and there is no network', async () => {
    await withWanted({ held: false, renews: true, server: false })
    const container = await draw()
    expect(theSwitch(container)).toBeNull()
    expect(container.textContent).toContain('They can be switched on when the server can be reached.')
  })
})
