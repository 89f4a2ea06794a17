import { Secret, TOTP } from 'otpauth'
import { API_BASE } from '#contract/endpoint.ts'
import { createSsoToken } from '#contract/endpoints/accounts.ts'
import { expect, testOnline as test } from '../fixtures.ts'
import { makeAdmin } from '../support/admin.ts'
import { failedRequests } from '../support/browser/page-watch.ts'

test('a user sets up a second step and logs in by it', async ({ app, page, watch }) => {
  watch.expect(failedRequests)
  const user = await app.makeUser()
  const { email } = user.authenticated.user
  const { password } = user.credentials
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const code = page.getByLabel('Code or recovery code')
  let recoveryCodes: string[] = []

  await test.step('set up', async () => {
    await app.signIn(user)
    await page.goto('/account')
    await button('Set up…').click()
    await expect(page.getByRole('img', { name: 'QR code of the key' })).toBeVisible()
    const key = (await page.getByText(/^(?:[A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).textContent()) ?? ''
    const totp = new TOTP({ secret: Secret.fromBase32(key.replaceAll(' ', '')) })
    await page.getByLabel('Code from the app').fill(totp.generate())
    await button('Turn on').click()
    const list = page.getByRole('list', { name: 'Recovery codes' })
    await expect(list.getByRole('listitem')).toHaveCount(10)
    recoveryCodes = await list.getByRole('listitem').allTextContents()
    await button('I have stored them').click()
    await expect(page.getByText('10 of 10 left')).toBeVisible()
  })

  await test.step('log in by a recovery code', async () => {
    await page.goto('/chat')
    await app.signOut()
    await page.waitForURL((url) => !url.pathname.startsWith('/chat'))
    await page.goto('/auth/login')
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await button('Log in').click()
    await expect(page.getByRole('heading', { name: 'One more step' })).toBeVisible()
    await code.fill('000000')
    await button('Log in').click()
    await expect(page.getByText('This code is not right')).toBeVisible()
    await code.fill(recoveryCodes[0] ?? '')
    await button('Log in').click()
    await page.waitForURL(/\/chat/)
  })
})

test('an admin whom another app has signed in confirms who they are before a user is deleted', async ({
  app,
  page,
  watch,
}) => {
  watch.expect(failedRequests)
  const admin = await makeAdmin(app)
  const user = await app.makeUser()
  const { token } = (await admin.send('POST', createSsoToken.path, { audience: 'companion_app' })) as { token: string }
  await page.goto(`/check#token=${token}`)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.waitForURL(/\/chat/)
  await page.goto(`/admin-panel/users/${user.authenticated.user.id}`)
  await page.getByRole('button', { name: 'Delete…' }).click()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await dialog.getByLabel('Password', { exact: true }).fill('not my password')
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expect(dialog.getByText('The password is not right')).toBeVisible()
  await dialog.getByLabel('Password', { exact: true }).fill(admin.user.credentials.password)
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expect(dialog).toHaveCount(0)
  await page.waitForURL(/admin-panel\?/)
  const headers = { authorization: `Bearer ${user.authenticated.access}` }
  expect((await fetch(`${app.server.url}${API_BASE}/accounts/profile/`, { headers })).status).toBe(401)
})
