import type { Page } from '@playwright/test'
import { API_BASE } from '#contract/endpoint.ts'
import { createSsoToken, listSessions } from '#contract/endpoints/accounts.ts'
import { fieldRefusals } from '#contract/field-refusals.ts'
import type { ApiUser } from '../../../scripts/demo/api-user.ts'
import { expect, testOnline as test } from '../fixtures.ts'
import type { App } from '../support/app.ts'
import { failedRequests } from '../support/browser/page-watch.ts'
import { mailedLink } from '../support/mailed-link.ts'

async function tabTo(page: Page, what: ReturnType<Page['locator']>): Promise<void> {
  const isThere = () => what.evaluate((element) => element === document.activeElement)
  for (let step = 0; step < 40; step++) {
    if (await isThere()) return
    await page.keyboard.press('Tab')
  }
  throw new Error('Tab does not lead there')
}

const storedUser = (page: Page) =>
  page.evaluate(() => JSON.parse(localStorage.getItem('auth-storage') ?? '{}').state?.user)

/** On how many devices a user is signed in. */
async function devicesOf(app: App, user: ApiUser): Promise<number> {
  const headers = { authorization: `Bearer ${user.authenticated.access}` }
  const response = await fetch(`${app.server.url}${API_BASE}${listSessions.path}`, { headers })
  return ((await response.json()) as { results: unknown[] }).results.length
}

async function ssoToken(app: App, user: ApiUser): Promise<string> {
  const response = await fetch(`${app.server.url}${API_BASE}${createSsoToken.path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${user.authenticated.access}`, 'content-type': 'application/json' },
    body: JSON.stringify({ audience: 'companion_app' }),
  })
  return ((await response.json()) as { token: string }).token
}

test('a keyboard user registers, resets the forgotten password and signs in again', async ({ app, page }) => {
  test.setTimeout(90_000)
  const { keyboard } = page
  const email = 'nora.keys@example.test'
  const label = (name: string) => page.getByLabel(name, { exact: true })
  const type = async (name: string, text: string) => {
    await tabTo(page, label(name))
    await keyboard.type(text)
  }
  let registrations = 0
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/auth/register/')) registrations++
  })
  app.watch.expect(failedRequests)

  await test.step('register: a password of everybody is refused at its field, and Enter twice sends once', async () => {
    await page.goto('/auth/register')
    await type('First name', 'Nora')
    await type('Last name', 'Ríos')
    await type('Email', email)
    await type('Password', 'password123')
    await type('Password once more', 'password123')
    await keyboard.press('Enter')
    await expect(label('Password')).toBeFocused()
    await expect(label('Password')).toHaveAccessibleDescription(new RegExp(fieldRefusals.password_common.en))
    await keyboard.press('ControlOrMeta+A')
    await keyboard.type('a quiet harbour 41')
    await type('Password once more', '')
    await keyboard.press('ControlOrMeta+A')
    await keyboard.type('a quiet harbour 41')
    registrations = 0
    await keyboard.press('Enter')
    await keyboard.press('Enter')
    await expect(page).toHaveURL(/\/chat/)
    expect(registrations).toBe(1)
  })

  await test.step('the mailed link shows the account, and its button confirms the address', async () => {
    await page.goto(await mailedLink(app, email, 'check#verify'))
    await expect(page.getByRole('heading', { name: 'Confirm your address?' })).toBeFocused()
    await expect(page.getByText(`A Companion account was made for Nora Ríos with the address ${email}.`)).toBeVisible()
    await expect(page).toHaveURL(/\/check$/)
    await tabTo(page, page.getByRole('button', { name: 'This was not me' }))
    await keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Nothing was confirmed' })).toBeFocused()
    expect(await storedUser(page)).toMatchObject({ email_verified: false })
    await page.reload()
    await tabTo(page, page.getByRole('button', { name: 'Confirm my address' }))
    await keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Your address is confirmed' })).toBeFocused()
    await expect(page).toHaveURL(/\/check$/)
    await expect.poll(async () => (await storedUser(page)).email_verified).toBe(true)
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Your address is confirmed' })).toBeVisible()
    await tabTo(page, page.getByRole('link', { name: 'Go to the chat' }))
    await keyboard.press('Enter')
    await expect(page).toHaveURL(/\/chat/)
  })

  await app.signOut()
  await expect(page).not.toHaveURL(/\/chat/)
  await page.goto('/auth/login')

  await test.step('what was typed goes along from the login to the lost password', async () => {
    await type('Email', email)
    await tabTo(page, page.getByRole('link', { name: 'Forgot your password?' }))
    await keyboard.press('Enter')
    await expect(page).toHaveURL(/\/auth\/forgor-password$/)
    await expect(label('Email')).toHaveValue(email)
    await tabTo(page, page.getByRole('button', { name: 'Request the link' }))
    await keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Ask for your link' })).toBeFocused()
  })

  const link = await mailedLink(app, email, 'auth/reset-password#token')
  await test.step('a new password: the token is in no address, and outlives a reload', async () => {
    await page.goto(link)
    await expect(page).toHaveURL(/\/auth\/reset-password$/)
    await page.reload()
    await expect(page.locator('[autocomplete="username"]')).toBeAttached()
    await type('New password', 'password123')
    await type('Password once more', 'password123')
    await keyboard.press('Enter')
    await expect(label('New password')).toHaveAccessibleDescription(new RegExp(fieldRefusals.password_common.en))
    await keyboard.press('ControlOrMeta+A')
    await keyboard.type('another harbour 42')
    await type('Password once more', '')
    await keyboard.press('ControlOrMeta+A')
    await keyboard.type('another harbour 42')
    await keyboard.press('Enter')
    await expect(page).toHaveURL(/\/auth\/login$/)
    await expect(page.getByRole('status').filter({ hasText: 'Your password is changed.' })).toBeVisible()
  })

  await test.step('a link that was used leads to a new one', async () => {
    await page.goto(link)
    await type('New password', 'a third harbour 43')
    await type('Password once more', 'a third harbour 43')
    await keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'This link is no longer valid' })).toBeFocused()
    await tabTo(page, page.getByRole('link', { name: 'Send a new link' }))
    await keyboard.press('Enter')
    await expect(page).toHaveURL(/\/auth\/forgor-password$/)
  })

  await test.step('the new password is the one that counts', async () => {
    await page.goto('/auth/login')
    await type('Email', email)
    await type('Password', 'a quiet harbour 41')
    await keyboard.press('Enter')
    await expect(page.getByRole('alert').filter({ hasText: 'Wrong email or password' })).toBeVisible()
    await tabTo(page, label('Password'))
    await keyboard.press('ControlOrMeta+A')
    await keyboard.type('another harbour 42')
    await keyboard.press('Enter')
    await expect(page).toHaveURL(/\/chat/)
  })
})

test('a registered address is reported in the form, and typed text survives a lost network', async ({ app, page }) => {
  const { credentials } = await app.makeUser({ trial: false })
  await page.goto('/auth/register')
  await page.getByLabel('First name').fill('Ana')
  await page.getByLabel('Email').fill(credentials.email)
  await page.getByLabel('Password', { exact: true }).focus()
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription(/This address already has an account/)
  await page.getByRole('link', { name: 'Log in with it' }).click()
  await expect(page).toHaveURL(/\/auth\/login/)
  // The address changes first; until the heading does, the fields belong to the previous page.
  await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue(credentials.email)

  app.watch.expect(failedRequests)
  await app.context.setOffline(true)
  await expect(page.getByText('You are offline. What you typed stays here')).toBeVisible()
  await page.getByLabel('Password', { exact: true }).fill(credentials.password)
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'No connection. Check your network' })).toBeVisible()
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue(credentials.password)
  await app.context.setOffline(false)
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page).toHaveURL(/\/chat/)
})

test('an SSO token of another app signs a user in once, and never replaces a signed-in user without asking', async ({
  app,
  page,
}) => {
  test.setTimeout(60_000)
  const [ana, bea] = [await app.makeUser(), await app.makeUser()]
  const token = await ssoToken(app, ana)

  await page.goto('/settings?section=general')
  await expect(page).toHaveURL(/\/auth\/login/)
  await page.goto(`/check#token=${token}`)
  await expect(page.getByRole('heading', { name: `Continue as ${ana.credentials.email}?` })).toBeFocused()
  expect(await storedUser(page)).toBeFalsy()
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await expect(page).toHaveURL(/\/settings\?section=general$/)
  expect(await storedUser(page)).toMatchObject({ email: ana.credentials.email })

  // A user who is already signed in here is not asked again.
  await page.goto(`/check#token=${await ssoToken(app, ana)}`)
  await expect(page).toHaveURL(/\/chat/)

  await page.goto(`/check#token=${await ssoToken(app, bea)}`)
  await expect(page.getByRole('heading', { name: 'Who goes on?' })).toBeFocused()
  await expect(page).toHaveURL(/\/check$/)
  await page.getByRole('button', { name: `Go on as ${ana.credentials.email}` }).click()
  await expect(page).toHaveURL(/\/chat/)
  expect(await storedUser(page)).toMatchObject({ email: ana.credentials.email })
  await page.goto(`/check#token=${await ssoToken(app, bea)}`)
  await page.getByRole('button', { name: `Change to ${bea.credentials.email}` }).click()
  await expect(page).toHaveURL(/\/chat/)
  expect(await storedUser(page)).toMatchObject({ email: bea.credentials.email })

  await app.signOut()
  await expect(page).not.toHaveURL(/\/chat/)
  await test.step('whoever declines stays signed out, and the session that was opened ends', async () => {
    const before = await devicesOf(app, ana)
    const ended = page.waitForResponse((response) => response.url().endsWith('/auth/logout/'))
    await page.goto(`/check#token=${await ssoToken(app, ana)}`)
    await page.getByRole('button', { name: 'This is not me' }).click()
    await expect(page).toHaveURL(/\/auth\/login$/)
    expect((await ended).status()).toBe(204)
    expect(await storedUser(page)).toBeFalsy()
    expect(await devicesOf(app, ana)).toBe(before)
  })
  app.watch.expect(failedRequests)
  await page.goto(`/check#token=${token}`)
  await expect(page).toHaveURL(/\/auth\/login$/)
  await expect(page.getByRole('alert').filter({ hasText: 'The login from the other app did not work' })).toBeVisible()

  await test.step('whoever signs in by another tab while this one asks is not replaced unasked', async () => {
    await page.goto(`/check#token=${await ssoToken(app, ana)}`)
    await expect(page.getByRole('heading', { name: 'Continue as' })).toBeFocused()
    const tab = await app.context.newPage()
    await tab.goto('/auth/login')
    await tab.getByLabel('Email').fill(bea.credentials.email)
    await tab.getByLabel('Password', { exact: true }).fill(bea.credentials.password)
    await tab.getByRole('button', { name: 'Log in' }).click()
    await expect(tab).toHaveURL(/\/chat/)
    await tab.close()
    await page.getByRole('button', { name: 'Continue', exact: true }).click()
    await page.getByRole('button', { name: `Go on as ${bea.credentials.email}` }).click()
    await expect(page).toHaveURL(/\/chat/)
    expect(await storedUser(page)).toMatchObject({ email: bea.credentials.email })
  })
})
