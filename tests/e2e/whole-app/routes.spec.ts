import type { Page } from '@playwright/test'
import { sections } from '#features/settings/sections.ts'
import { expect, testOnline as test } from '../fixtures.ts'
import type { App } from '../support/app.ts'
import { giveRole } from '../support/give-role.ts'

const login = /\/auth\/login(?:\?|$)/
const chat = /\/chat(?:\/|$)/
const denied = /\/error\?type=access-denied$/

type End = RegExp | 'stays'

/** The final page for a visitor and for a signed-in user without roles. */
const routes: readonly [path: string, visitor: End, user: End][] = [
  ['/', 'stays', chat],
  ['/auth/register', 'stays', chat],
  ['/auth/login', 'stays', chat],
  ['/auth/forgor-password', 'stays', chat],
  ['/auth/forgot-password', /\/auth\/forgor-password$/, chat],
  ['/auth/reset-password', 'stays', chat],
  ['/check', login, chat],
  ['/information', 'stays', 'stays'],
  ['/subscriptions/free-trial/subscribe', login, 'stays'],
  ['/subscriptions', login, 'stays'],
  ['/subscription-success', login, 'stays'],
  ['/sandbox-checkout', login, 'stays'],
  ['/account', login, 'stays'],
  ['/account/subscriptions/history', login, 'stays'],
  ['/chat', login, chat],
  ['/settings', login, 'stays'],
  ['/error', 'stays', 'stays'],
  ['/error?type=access-denied', 'stays', 'stays'],
  ['/error?type=subscription-required', 'stays', 'stays'],
  ['/admin-panel', login, denied],
  ['/admin-panel/users/1', login, denied],
  ['/no/such/page', 'stays', 'stays'],
]

const settings = sections.map((section) => [`/settings?section=${section}`, 'stays'] as const)

/** The routes where the role changes the result. */
const forRoles = (userId: number): readonly [path: string, provider: End, admin: End][] => [
  ['/admin-panel', denied, 'stays'],
  [`/admin-panel/users/${userId}`, 'stays', 'stays'],
  ['/auth/login', chat, chat],
]

async function expectEnds(app: App, ends: readonly (readonly [path: string, end: End])[]): Promise<void> {
  for (const [path, end] of ends) {
    await test.step(path, async () => {
      await app.page.goto(path)
      await expect(app.page).toHaveURL(end === 'stays' ? new RegExp(`${RegExp.escape(path)}$`) : end)
      await expect(app.page.getByRole('main')).toBeVisible()
      await expectReflow(app.page)
    })
  }
}

/** The widths of a small phone, and of a phone whose text is twice as large (WCAG 1.4.10 and 1.4.4). */
const reflows = [
  { width: 320, text: '' },
  { width: 390, text: '200%' },
]
/** The start page is the first that someone with both sees. */
const reflowsOfStart = [...reflows, { width: 320, text: '200%' }]

/** Nothing of the open page is wider than the window of a phone. */
async function expectReflow(page: Page): Promise<void> {
  const before = page.viewportSize()
  const isStart = new URL(page.url()).pathname === '/'
  for (const { width, text } of isStart ? reflowsOfStart : reflows) {
    await page.setViewportSize({ width, height: 844 })
    const tooWide = await page.evaluate((fontSize) => {
      const root = document.documentElement
      root.style.fontSize = fontSize
      return root.scrollWidth - root.clientWidth
    }, text)
    expect
      .soft(tooWide, `pixels of ${page.url()} beyond ${width} with text of ${text || '100%'}`)
      .toBeLessThanOrEqual(0)
  }
  await page.evaluate(() => document.documentElement.removeAttribute('style'))
  if (before !== null) await page.setViewportSize(before)
}

test('each address leads a visitor to its page, to the log-in or to the error page', async ({ app }) => {
  test.setTimeout(120_000)
  await expectEnds(
    app,
    routes.map(([path, visitor]) => [path, visitor]),
  )
})

test('each address leads a user without roles to its page, to the chat or to the error page', async ({ app }) => {
  test.setTimeout(120_000)
  await app.signIn(await app.makeUser())
  await expectEnds(app, [...routes.map(([path, , user]) => [path, user] as const), ...settings])
})

for (const role of ['provider', 'admin'] as const) {
  test(`${role === 'admin' ? 'an admin' : 'a provider'} opens the pages of the admin panel that the role may see`, async ({
    app,
    server,
  }) => {
    const user = await app.makeUser({ trial: false })
    await app.signIn(await giveRole(server, user, role))
    await expectEnds(
      app,
      forRoles(user.authenticated.user.id).map(([path, provider, admin]) => [
        path,
        role === 'admin' ? admin : provider,
      ]),
    )
  })
}

test('on a new device a user can write at once, and later the chat opens at the newest one', async ({ app, page }) => {
  const user = await app.makeUser()
  await user.chat(['An older question'], 'The older chat')
  const newest = await user.chat(['A newer question'], 'The newer chat')
  await app.signIn(user)
  await page.goto('/chat')
  await expect(page).toHaveURL(/\/chat\/new$/)
  await expect(app.composer).toBeVisible()
  // On a phone the list is in a drawer, so the test checks where /chat leads to know that the list has loaded.
  await expect(async () => {
    await page.goto('/chat')
    await expect(page).toHaveURL(new RegExp(`/chat/${newest}$`), { timeout: 1_000 })
  }).toPass()
  await expect(app.said('A newer question')).toBeVisible()
})
