import { expect, test } from '../fixtures.ts'
import type { App } from '../support/app.ts'

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
