import type { Page } from '@playwright/test'
import { LiveServer } from '#support/servers/live-server.ts'
import { freePort } from '../../../scripts/free-port.ts'
import { expect, testOnline } from '../fixtures.ts'
import { failedRequests } from '../support/browser/page-watch.ts'

/** With a server at a name: browsers offer no passkeys at an IP address. */
const test = testOnline.extend({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from the pattern.
  server: async ({}, use) => {
    const port = await freePort()
    const env = { PUBLIC_URL: `http://localhost:${port}`, RATE_LIMITS: 'off' }
    const server = await LiveServer.start(env, undefined, port)
    await use(server)
    await server.remove()
  },
})

/** Adds an authenticator in software to the browser, like that of a phone whose owner agrees to everything at once. */
async function addAuthenticator(page: Page): Promise<void> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

test('a user adds a passkey, logs in by it in three ways, and removes it', async ({ app, page, watch }) => {
  watch.expect(failedRequests)
  const user = await app.makeUser()
  const { email } = user.authenticated.user
  const { password } = user.credentials
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const logOut = async () => {
    await page.goto('/chat')
    await app.signOut()
    await page.waitForURL((url) => !url.pathname.startsWith('/chat'))
    await page.goto('/auth/login')
  }
  await addAuthenticator(page)

  await test.step('add and rename', async () => {
    await app.signIn(user)
    await page.goto('/account')
    await button('Add a passkey…').click()
    await expect(page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')).toHaveCount(10)
    await button('I have stored them').click()
    await page.getByRole('button', { name: /^Rename ./ }).click()
    await page.getByRole('dialog').getByLabel('Name').fill('My laptop')
    await button('Rename').click()
    await expect(page.getByText('My laptop', { exact: true })).toBeVisible()
  })

  await test.step('log in by what the email field offers', async () => {
    await logOut()
    await page.waitForURL(/\/chat/)
  })

  await test.step('log in by the button', async () => {
    // A browser that cannot offer passkeys in a field.
    await page.addInitScript(() => {
      PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(false)
    })
    await logOut()
    await expect(page.getByLabel('Email')).toHaveAttribute('autocomplete', 'username webauthn')
    await button('Log in with a passkey').click()
    await page.waitForURL(/\/chat/)
  })

  await test.step('log in by the password, then the passkey', async () => {
    await logOut()
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await button('Log in').click()
    await expect(page.getByRole('heading', { name: 'One more step' })).toBeVisible()
    await button('Use a passkey').click()
    await page.waitForURL(/\/chat/)
  })

  await test.step('remove', async () => {
    await page.goto('/account')
    await button('Remove My laptop').click()
    await button('Remove').click()
    await expect(page.getByText('My laptop', { exact: true })).toHaveCount(0)
    await expect(page.getByText('of 10 left')).toHaveCount(0)
  })
})
