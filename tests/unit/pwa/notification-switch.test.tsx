// @vitest-environment jsdom
import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import type { PublicConfig } from '#contract/objects/config.ts'
import { NotificationSwitch } from '#features/pwa/notification-switch.tsx'
import { doing, render } from '#support/render.tsx'

/** A tab of a browser, and no app of its own. */
beforeEach(() => vi.stubGlobal('matchMedia', () => ({ matches: true })))
afterEach(() => vi.unstubAllGlobals())

/** What a browser has that can be told something; jsdom has none of it. */
function withPush(permission: NotificationPermission): void {
  vi.stubGlobal('PushManager', class {})
  vi.stubGlobal('Notification', { permission })
  Object.defineProperty(navigator, 'serviceWorker', {
    value: { getRegistration: async () => undefined },
    configurable: true,
  })
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'serviceWorker'))
}

/** The switch once it knows how things stand. */
async function draw(): Promise<HTMLElement> {
  const container = await render(<NotificationSwitch />)
  await vi.waitFor(() => expect(container.textContent).not.toBe(''))
  return container
}
const theSwitch = (container: HTMLElement) => container.querySelector('[role="switch"]')

it('a browser without push says so, and on an iPhone that the installed app can', async () => {
  const container = await draw()
  expect(container.textContent).toContain('This browser cannot tell you that an answer is ready')
  expect(theSwitch(container)).toBeNull()

  const agent =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1'
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(agent)
  onTestFinished(() => void vi.restoreAllMocks())
  expect((await draw()).textContent).toContain('On an iPhone or iPad they come with the installed app')
})

it('a browser that was told no has its switch off and says where that is undone', async () => {
  withPush('denied')
  const container = await draw()
  expect(container.textContent).toContain('Your browser blocks notifications for this site')
  expect(theSwitch(container)?.getAttribute('aria-checked')).toBe('false')
  expect(theSwitch(container)?.getAttribute('aria-disabled')).toBe('true')
})

it('without a network it says when it can be switched on, and looks again when there is one', async () => {
  withPush('default')
  let key: string | null = null
  let isOnline = false
  vi.stubGlobal('fetch', async () => {
    if (!isOnline) throw new TypeError('Failed to fetch')
    const config: PublicConfig = {
      app_name: 'Companion',
      google_client_id: null,
      assistant: { name: 'A model', kind: 'model' },
      payments: 'sandbox',
      web_search: false,
      scoring: false,
      vapid_public_key: key,
    }
    return new Response(JSON.stringify(config), { headers: { 'content-type': 'application/json' } })
  })
  const container = await draw()
  expect(container.textContent).toContain('They can be switched on when there is a network.')
  isOnline = true
  await doing(() => window.dispatchEvent(new Event('online')))
  await vi.waitFor(() => expect(container.textContent).toContain('The server that you use sends none.'))
  key = 'BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM'
  await doing(() => window.dispatchEvent(new Event('online')))
  await vi.waitFor(() => expect(theSwitch(container)?.getAttribute('aria-checked')).toBe('false'))
})
