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

/** Adds an authenticator in software to the browser, like that of a phone; returns how to let its owner refuse. */
async function addAuthenticator(page: Page) {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: false,
    },
  })
  return {
    touch: (enabled: boolean) => cdp.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled }),
  }
}

test('a user adds a passkey, renames and removes it', async ({ app, page, watch }) => {
  watch.expect(failedRequests)
  const user = await app.makeUser()
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const { touch } = await addAuthenticator(page)

  await test.step('add and rename', async () => {
    await app.signIn(user)
    await page.goto('/account')
    await touch(true)
    await button('Add a passkey…').click()
    await expect(page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')).toHaveCount(10)
    await button('I have stored them').click()
    await page.getByRole('button', { name: /^Rename ./ }).click()
    await page.getByRole('dialog').getByLabel('Name').fill('My laptop')
    await button('Rename').click()
    await expect(page.getByText('My laptop', { exact: true })).toBeVisible()
  })

  await test.step('remove', async () => {
    await button('Remove My laptop').click()
    await button('Remove').click()
    await expect(page.getByText('My laptop', { exact: true })).toHaveCount(0)
    await expect(page.getByText('of 10 left')).toHaveCount(0)
  })
})
