import { expect, test } from './fixtures.ts'

const login = /\/auth\/login(?:\?|$)/
const chat = /\/chat(?:\/|$)/
const denied = /\/error\?type=access-denied$/

/** Specification, section 2: where a visitor and a signed-in person without roles end up. */
const routes: readonly [path: string, visitor: RegExp | 'stays', user: RegExp | 'stays'][] = [
  ['/', 'stays', chat],
  ['/auth/register', 'stays', chat],
  ['/auth/login', 'stays', chat],
  ['/auth/forgor-password', 'stays', chat],
  ['/auth/forgot-password', /\/auth\/forgor-password$/, chat],
  ['/auth/reset-password', 'stays', chat],
  ['/check', 'stays', 'stays'],
  ['/information', 'stays', 'stays'],
  ['/subscriptions/free-trial/subscribe', login, 'stays'],
  ['/subscriptions', login, 'stays'],
  ['/subscription-success', login, 'stays'],
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

for (const who of ['a visitor', 'a person without roles'] as const) {
  test(`each address leads ${who} where the specification says`, async ({ app, page }) => {
    test.setTimeout(120_000)
    const signedIn = who !== 'a visitor'
    if (signedIn) await app.signIn(await app.makePerson())
    for (const [path, visitor, user] of routes) {
      await test.step(path, async () => {
        const expected = signedIn ? user : visitor
        await page.goto(path)
        await expect(page).toHaveURL(expected === 'stays' ? new RegExp(`${RegExp.escape(path)}$`) : expected)
        await expect(page.getByRole('main')).toBeVisible()
      })
    }
  })
}

test('a visitor who wanted a page is brought to it after logging in', async ({ app, page }) => {
  const { credentials } = await app.makePerson()
  await page.goto('/subscriptions?from=mail')
  await expect(page).toHaveURL(login)
  expect(await page.evaluate(() => localStorage.getItem('redirectFrom'))).toBe('/subscriptions?from=mail')
  await page.getByLabel('Email').fill(credentials.email)
  await page.getByLabel('Password', { exact: true }).fill(credentials.password)
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page).toHaveURL(/\/subscriptions\?from=mail$/)
  expect(await page.evaluate(() => localStorage.getItem('redirectFrom'))).toBeNull()
})

test('a page elsewhere is no place to go back to after logging in', async ({ app, page }) => {
  const { credentials } = await app.makePerson()
  await page.goto('/auth/login?redirect=https%3A%2F%2Fevil.example%2F')
  await page.getByLabel('Email').fill(credentials.email)
  await page.getByLabel('Password', { exact: true }).fill(credentials.password)
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page).toHaveURL(chat)
})

test('on a new device a person can write at once; later the chat opens at the newest one', async ({ app, page }) => {
  const person = await app.makePerson()
  await person.chat(['An older question'], 'The older chat')
  const newest = await person.chat(['A newer question'], 'The newer chat')
  await app.signIn(person)
  await page.goto('/chat')
  await expect(page).toHaveURL(/\/chat\/new$/)
  await expect(app.composer).toBeVisible()
  // On a phone the list is in a drawer, so its arrival is seen by where /chat leads.
  await expect(async () => {
    await page.goto('/chat')
    await expect(page).toHaveURL(new RegExp(`/chat/${newest}$`), { timeout: 1_000 })
  }).toPass()
  await expect(app.said('A newer question')).toBeVisible()
})

test('the error page says what its type means', async ({ page, app: _ }) => {
  await page.goto('/error?type=access-denied')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Access Denied')
  await page.goto('/error?type=subscription-required')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Subscription Required')
  await expect(page.getByRole('link', { name: 'Purchase' })).toHaveAttribute('href', '/subscriptions')
  await page.goto('/error?type=anything')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Something Went Wrong')
  await page.getByRole('link', { name: 'Back to Home' }).click()
  await expect(page).toHaveURL(/\/$/)
})

test('an address that nobody has is a page that says so', async ({ page, app: _ }) => {
  await page.goto('/no/such/page')
  await expect(page.getByText('404')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page Not Found')
})
