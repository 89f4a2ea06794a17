import type { Page } from '@playwright/test'
import { expect, testOnline as test } from '../fixtures.ts'
import type { App } from '../support/app.ts'
import { failedRequests } from '../support/browser/page-watch.ts'
import { giveRole } from '../support/give-role.ts'

// Tests the guards of the routes. Where each address leads, and the texts of the error pages: see
// tests/unit/routes/route-ends.test.tsx.

const login = /\/auth\/login$/
const asked = 'Log in to continue. We will take you back to your page.'
const kept = (page: Page) => page.evaluate(() => localStorage.getItem('redirectFrom'))
const historyState = (page: Page) => page.evaluate(() => history.state)

async function logIn({ page }: App, { email, password }: { email: string; password: string }): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log in' }).click()
}

test('a visitor is led from a protected page to the login, by a link or by its address, and returns afterwards', async ({
  app,
  page,
}) => {
  const { credentials } = await app.makeUser()

  await test.step('a link goes there without a reload, with the flag and the origin', async () => {
    await page.goto('/error?type=subscription-required')
    await page.evaluate(() => Object.assign(window, { isSamePage: true }))
    await page.getByRole('link', { name: 'Purchase' }).hover()
    expect(await kept(page), 'a link that is only hovered leaves no place').toBeNull()
    await page.getByRole('link', { name: 'Purchase' }).click()
    await expect(page).toHaveURL(login)
    expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true)
    expect(await historyState(page)).toMatchObject({ showLogin: true, from: '/subscriptions' })
    await expect(page.getByText(asked)).toBeVisible()
    expect(await kept(page)).toBe('/subscriptions')
  })

  await test.step('an address goes there in a full load', async () => {
    const loaded: string[] = []
    page.on('request', (request) => {
      if (request.isNavigationRequest()) loaded.push(new URL(request.url()).pathname)
    })
    await page.goto('/subscriptions?from=mail#plans')
    await expect(page).toHaveURL(login)
    expect(loaded).toEqual(['/subscriptions', '/auth/login'])
    // The flag and origin in the history state are lost with the old page; the stored place has the same effect.
    await expect(page.getByText(asked)).toBeVisible()
    expect(await kept(page)).toBe('/subscriptions?from=mail')
  })

  await logIn(app, credentials)
  await expect(page).toHaveURL(/\/subscriptions\?from=mail$/)
  expect(await kept(page)).toBeNull()
})

test('a guest page redirects a signed-in user to the chat; a page for another role is refused, and stored as the return URL', async ({
  app,
  page,
  server,
  watch,
}) => {
  const user = await app.makeUser()
  await app.signIn(user)
  watch.expect(/^Failed to load resource:.*404.*\/no\/such\/page/)
  await page.goto('/no/such/page')
  await page.getByRole('link', { name: 'Back to Home' }).click()
  await expect(page).toHaveURL(/\/chat(?:\/|$)/)
  await expect(app.composer).toBeVisible()
  await page.goto('/auth/login?redirect=/settings')
  await expect(page).toHaveURL(/\/chat(?:\/|$)/)

  await page.goto('/admin-panel?tab=Users')
  await expect(page).toHaveURL(/\/error\?type=access-denied$/)
  expect(await kept(page)).toBe('/admin-panel?tab=Users')
  // The user has become an admin: the server's new role applies at the next request.
  await giveRole(server, user, 'admin')
  await page.reload()
  await expect
    .poll(() => page.evaluate(() => JSON.parse(localStorage.getItem('auth-storage') ?? '{}').state.user.is_admin))
    .toBe(true)
  await page.goto('/admin-panel?tab=Users')
  await expect(page).toHaveURL(/\/admin-panel\?tab=Users$/)
})

test('a rejected refresh leads to the login with a return URL', async ({ app, page, watch }) => {
  watch.expect(failedRequests)
  const user = await app.makeUser()
  await app.signIn(user)
  const refused = { status: 401, json: { message: 'Your session has expired. Log in again', code: 'token_not_valid' } }
  await page.route('**/api/v1/**', (route) => route.fulfill(refused))
  await page.goto('/settings?section=general')
  await expect(page).toHaveURL('/auth/login?redirect=%2Fsettings%3Fsection%3Dgeneral')
  await expect(page.getByText('Your session has ended.')).toBeVisible()
  await page.unroute('**/api/v1/**')
  await logIn(app, user.credentials)
  await expect(page).toHaveURL(/\/settings\?section=general$/)
})

test('regenerating an answer after the subscription has ended leads to the page that says so', async ({
  app,
  page,
  watch,
}) => {
  watch.expect(failedRequests)
  const user = await app.makeUser()
  const chatId = await user.chat(['A question'])
  await app.signIn(user)
  const interrupted = '**/api/v1/companion/chat/*/'
  await page.route(`${interrupted}?*`, async (route) => {
    const answer = await (await route.fetch()).json()
    for (const message of answer.messages ?? []) if (message.role === 'assistant') message.status = 'interrupted'
    await route.fulfill({ json: answer })
  })
  const required = { status: 403, json: { message: 'You need a plan', code: 'subscription_required' } }
  await page.route('**/api/v1/companion/chat/reassess/', (route) => route.fulfill(required))
  await page.goto(`/chat/${chatId}`)
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page).toHaveURL(/\/error\?type=subscription-required$/)
  // The page may be syncing: a route that still fetches when the test ends would fail it.
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})
