import { expect, test, testOnline } from '../fixtures.ts'
import type { App } from '../support/app.ts'
import { readBrowserStorage } from '../support/browser/browser-storage.ts'

async function erase(app: App): Promise<void> {
  await app.page.getByRole('button', { name: 'Erase…' }).click()
  await app.page.getByRole('button', { name: 'Erase', exact: true }).click()
}

test('erasing the device offline names the unsent data, and leaves nothing in the browser', async ({ app, page }) => {
  const user = await app.makeUser()
  const chatId = await user.chat(['A first question'], 'Our chat')
  await app.signIn(user)
  await page.goto(`/chat/${chatId}`)
  await app.untilOfflineReady()
  await app.goOffline()
  await app.ask('Never sent')
  await page.goto('/settings?section=sync-controls')
  await page.getByRole('button', { name: 'Erase…' }).click()
  const question = page.getByRole('alertdialog').or(page.getByRole('dialog'))
  await expect(question).toContainText('1 message that was never sent, for good')
  await expect(question).toContainText('You are offline: Companion will not open here until you are online')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await erase(app)
  await expect(page.getByRole('heading', { name: 'This device is erased' })).toBeVisible()
  expect(await readBrowserStorage(page)).toEqual({ local: {}, session: {}, rows: {}, cached: {} })
  const workers = await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)
  expect(workers).toBe(0)
})

testOnline(
  'erasing the device signs out at the server, empties the browser and opens the start page in every tab',
  async ({ app, page, context }) => {
    // The test loads three pages and restarts the app.
    test.setTimeout(90_000)
    const user = await app.makeUser()
    await user.chat(['A first question'], 'Our chat')
    await app.signIn(user)
    const other = await context.newPage()
    await other.goto('/chat')
    await expect(other.getByRole('textbox', { name: 'Message' })).toBeVisible()
    await page.goto('/settings?section=sync-controls')
    const loggedOut = page.waitForRequest('**/api/v1/accounts/auth/logout/')
    await erase(app)
    await loggedOut
    for (const tab of [page, other]) {
      await expect(tab).toHaveURL(/\/$/)
      await expect(tab.getByRole('link', { name: 'Log in' })).toBeVisible()
    }
    const { local, rows } = await readBrowserStorage(page)
    expect(rows).toEqual({})
    expect(Object.keys(local)).not.toContain('auth-storage')
    expect(JSON.stringify(local)).not.toContain(user.credentials.email)
  },
)
