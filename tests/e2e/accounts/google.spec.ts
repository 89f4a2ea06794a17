import { CLIENT_ID, type IdentityIssuer, startIdentityIssuer } from '#support/fakes/identity-issuer.ts'
import { testOnline as base, expect } from '../fixtures.ts'
import { navigate } from '../support/browser/navigate.ts'
import { failedRequests } from '../support/browser/page-watch.ts'
import { expectAccessible } from '../support/expect-accessible.ts'
import { fakeGoogle, GOOGLE_SCRIPT } from '../support/fakes/fake-google.ts'

/** A test identity issuer replaces Google. */
const test = base.extend<{ issuer: IdentityIssuer }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from the pattern.
  issuer: async ({}, use) => {
    const issuer = await startIdentityIssuer()
    await use(issuer)
    await issuer.close()
  },
  ownServer: async ({ issuer }, use) => use({ env: { GOOGLE_CLIENT_ID: CLIENT_ID, GOOGLE_JWKS_URL: issuer.url } }),
})

test('a user signs in with Google after closing its window once, and only two pages load Google’s script', async ({
  app,
  issuer,
  page,
}) => {
  const answers: ((nonce: string) => Promise<object>)[] = [
    async () => ({}),
    (nonce) => issuer.credential({ nonce: `${nonce}x`, sub: 'grace' }),
    (nonce) => issuer.credential({ nonce, sub: 'grace' }),
  ]
  const fetchedBy = await fakeGoogle(page, async ({ nonce }) => (await answers.shift()?.(nonce)) ?? {})
  for (const path of ['/', '/auth/forgor-password', '/auth/reset-password', '/information']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  }
  for (const path of ['/error', '/no/page']) await navigate(page, path)
  expect(fetchedBy).toEqual([])

  await page.goto('/auth/login')
  const button = page.getByRole('button', { name: 'Continue with Google' })
  await button.click()
  await expect(page.getByRole('alert').filter({ hasText: 'Google did not sign you in. Try again' })).toBeVisible()
  await page.getByRole('link', { name: 'Create an account' }).click()
  await expect(page).toHaveURL(/\/auth\/register/)
  // The login and the registration page have the button.
  await expect(page.getByRole('button', { name: 'Create account' })).toBeVisible()
  app.watch.expect(failedRequests)
  await button.click()
  const refused = page.getByRole('alert').filter({ hasText: 'The sign-in with Google was not accepted. Try again' })
  await expect(refused).toBeVisible()
  await button.click()
  await expect(page).toHaveURL(/\/chat/)
  const stored = await page.evaluate(() => JSON.parse(localStorage.getItem('auth-storage') ?? '{}'))
  expect(stored.state.user).toMatchObject({ email: 'grace@example.org', first_name: 'Grace', email_verified: true })
  expect(fetchedBy).toEqual(['/auth/login'])
})

test('a user who joined with Google deletes the account with it, and only the open dialog loads Google’s script', async ({
  app,
  issuer,
  page,
  server,
}) => {
  // The Google accounts of the registration and of two proofs of identity, the first of which is a wrong one.
  const subs = ['ida', 'somebody-else', 'ida']
  const fetchedBy = await fakeGoogle(page, ({ nonce }) => issuer.credential({ nonce, sub: subs.shift() }))
  await page.goto('/auth/register')
  const button = page.getByRole('button', { name: 'Continue with Google' })
  await button.click()
  await expect(page).toHaveURL(/\/chat/)
  const stored = await page.evaluate(() => JSON.parse(localStorage.getItem('auth-storage') ?? '{}'))

  fetchedBy.splice(0)
  await page.goto('/account')
  await page.getByRole('button', { name: 'Delete…' }).click()
  const dialog = page.getByRole('alertdialog')
  await expect(dialog.getByText('your profile, photo and settings')).toBeVisible()
  expect(fetchedBy).toEqual([])
  await dialog.getByRole('button', { name: 'Continue', exact: true }).click()
  await expect(dialog.getByText('Or confirm with Google')).toBeVisible()
  app.watch.expect(failedRequests)
  await button.click()
  await expect(dialog.getByRole('alert').filter({ hasText: 'The sign-in was not accepted' })).toBeVisible()
  await expectAccessible(app)
  await button.click()
  // The message is shown only for a moment.
  await expect(page.getByText('Your account is deleted, with everything in it.')).toBeVisible()
  await expect(page).toHaveURL(/\/$/)
  expect(fetchedBy).toEqual(['/account'])

  const profile = await fetch(`${server.url}/api/v1/accounts/profile/`, {
    headers: { Authorization: `Bearer ${stored.state.accessToken}` },
  })
  expect(profile.status).toBe(401)
  const asked = await fetch(`${server.url}/api/v1/accounts/auth/check-email/`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email: 'ida@example.org' }),
  })
  expect(await asked.json()).toEqual({ exists: false })
})

test('a user of the app on an iPhone’s home screen signs in by a redirect, and a link with a credential signs nobody in', async ({
  issuer,
  page,
}) => {
  await page.addInitScript(() => Object.defineProperty(navigator, 'standalone', { value: true }))
  await fakeGoogle(page, ({ nonce }) => issuer.credential({ nonce, sub: 'iris' }))
  const foreign = await issuer.credential({ sub: 'somebody-else' })
  await page.goto(`/auth/login#google=${foreign.credential}`)
  await expect(page.getByRole('alert').filter({ hasText: 'Google did not sign you in. Try again' })).toBeVisible()
  expect(new URL(page.url()).hash).toBe('')
  await page.goto('/auth/register?redirect=%2Finformation')
  await page.getByRole('button', { name: 'Continue with Google' }).click()
  await expect(page).toHaveURL(/\/information$/)
  const stored = await page.evaluate(() => JSON.parse(localStorage.getItem('auth-storage') ?? '{}'))
  expect(stored.state.user).toMatchObject({ email: 'iris@example.org' })
})

test('an unconfirmed account is not linked to Google, the explanation stays on the screen, and the password works without Google’s script', async ({
  app,
  issuer,
  page,
}) => {
  const { credentials } = await app.makeUser({ trial: false })
  await page.emulateMedia({ colorScheme: 'dark' })
  await fakeGoogle(page, ({ nonce }) => issuer.credential({ nonce, email: credentials.email }))
  await page.goto('/auth/login')
  app.watch.expect(failedRequests)
  const button = page.getByRole('button', { name: 'Continue with Google' })
  await expect(button).toHaveAttribute('data-theme', 'filled_black')
  await button.click()
  await expect(page.getByRole('alert').filter({ hasText: 'Choose a new password by' })).toBeVisible()
  await page.getByRole('button', { name: 'Español' }).click()
  await expect(page.getByRole('button', { name: 'Continuar con Google' })).toBeVisible()

  await page.route(GOOGLE_SCRIPT, (route) => route.abort())
  await page.reload()
  await expect(page.getByText('No se pudo cargar el botón de Google.')).toBeVisible()
  await page.getByLabel('Correo').fill(credentials.email)
  await page.getByLabel('Contraseña', { exact: true }).fill(credentials.password)
  await page.getByRole('button', { name: 'Iniciar sesión' }).click()
  await expect(page).toHaveURL(/\/chat/)
})

base('a server without a client id has no button, and fetches nothing from Google', async ({ app: _, page }) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).host))
  for (const path of ['/auth/login', '/auth/register']) {
    const config = page.waitForResponse('**/api/v1/config/')
    await page.goto(path)
    // The app, which asks for the configuration, is loaded when the form is used.
    await page.getByLabel('Email').focus()
    await config
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  }
  await expect(page.getByText("Google's")).toHaveCount(0)
  expect([...new Set(asked)]).toEqual([new URL(page.url()).host])
})
