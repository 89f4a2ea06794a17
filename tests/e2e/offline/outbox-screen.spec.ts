import { expect, test } from '../fixtures.ts'
import type { App } from '../support/app.ts'
import { failedRequests } from '../support/browser/page-watch.ts'

/** Chooses an action for a message that waits. */
async function choose(app: App, words: string, action: string): Promise<void> {
  await app.said(words).getByRole('button', { name: 'More about this message' }).click()
  await app.page.getByRole('menuitem', { name: action }).click()
}

test('a message without a network says when it will be sent, and can be withdrawn or stashed', async ({
  app,
  page,
}) => {
  const user = await app.makeUser()
  const chatId = await user.chat(['A first question'], 'Our chat')
  await app.signIn(user)
  await page.goto(`/chat/${chatId}`)
  await expect(app.said('A first question')).toBeVisible()
  await app.untilOfflineReady()
  await app.untilSynced()
  await app.goOffline()
  await expect(page.getByText(/Offline\s+· saved copy \d/)).toBeVisible()
  await app.ask('To be edited')
  await app.ask('To be set aside')
  await expect(page.getByText(/· 2 waiting/)).toBeVisible()
  await expect(app.said('To be set aside').getByText(/Waiting · sends when you are back online/)).toBeVisible()
  await expect(app.said('To be edited').getByText(/sends when/)).toHaveCount(0)

  await choose(app, 'To be edited', 'Edit')
  await expect(app.composer).toHaveValue('To be edited')
  await choose(app, 'To be set aside', 'Discard')
  await expect(page.getByText('Set aside: “To be set aside”')).toBeVisible()
  await expect(app.composer).toHaveValue('To be edited')
  await expect(page.getByText(/\d waiting/)).toHaveCount(0)

  await page.reload()
  await expect(app.composer).toHaveValue('To be edited')
  await page.getByRole('button', { name: 'Use' }).click()
  await expect(app.composer).toHaveValue('To be edited\n\nTo be set aside')
})

test('a browser without background sync does not promise to send while it is closed', async ({ app, page }) => {
  await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'SyncManager'))
  await app.signIn(await app.makeUser())
  await page.goto('/chat/new')
  await expect(app.composer).toBeVisible()
  await app.untilOfflineReady()
  await app.untilSynced()
  await app.goOffline()
  await app.ask('When will this go?')
  await expect(app.said('When will this go?').getByText('Waiting · sends when you open the app')).toBeVisible()
  await app.openList()
  await expect(page.getByRole('link', { name: /When will this go\?\s*Waiting/ })).toBeVisible()
})

test('an unreachable server is distinguished from a missing network, and the queue is sent when it is back', async ({
  app,
  page,
  server,
  watch,
}) => {
  watch.expect(failedRequests)
  await app.signIn(await app.makeUser())
  await page.goto('/chat/new')
  await expect(app.composer).toBeVisible()
  await app.untilOfflineReady()
  await app.untilSynced()
  await server.kill()
  await app.ask('Is anybody there?')
  await expect(page.getByText(/Can’t reach Companion\s+· saved copy/)).toBeVisible()
  await server.start()
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expect(page.getByText('Can’t reach Companion')).toHaveCount(0)
  await expect(app.said('You said: Is anybody there?')).toBeVisible()
})
