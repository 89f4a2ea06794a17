import { expect, testOnline as test } from '../fixtures.ts'
import { failedRequests } from '../support/browser/page-watch.ts'
import { storedQuestions } from '../support/stored-questions.ts'

// Without a service worker, which would send the outbox by itself.

test('signing out names the unsent messages and drafts, and can send the messages first', async ({
  app,
  page,
  context,
  watch,
}) => {
  watch.expect(failedRequests)
  const user = await app.makeUser()
  await app.signIn(user)
  const messages = '**/companion/chat/'
  await page.route(messages, (route) => route.abort())
  await page.goto('/chat/new')
  await app.ask('Written in a tunnel')
  await expect(page).not.toHaveURL(/\/new$/)
  const chatId = page.url().split('/').at(-1) ?? ''
  await app.signOut()
  const dialog = page.getByRole('alertdialog', { name: 'Log out?' })
  await expect(dialog.getByRole('listitem')).toHaveText(['1 message that has not been sent'])
  const send = dialog.getByRole('button', { name: 'Send first' })
  await expect(send).toBeVisible()
  await context.setOffline(true)
  await expect(send).toBeHidden()

  await context.setOffline(false)
  await page.unroute(messages)
  await send.click()
  await expect(page).toHaveURL(/\/$/)
  expect(await storedQuestions(app.server.url, user, chatId)).toEqual(['Written in a tunnel'])
})

test('signing out asks for confirmation when there is a draft, and not when there is nothing unsent', async ({
  app,
  page,
  isMobile,
}) => {
  await app.signIn(await app.makeUser())
  await page.goto('/chat/new')
  await app.composer.fill('Half a thought')
  await app.signOut()
  const dialog = page.getByRole('alertdialog', { name: 'Log out?' })
  await expect(dialog.getByRole('listitem')).toHaveText(['1 draft'])
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  if (isMobile) {
    await page.goBack()
    await expect(page.getByRole('button', { name: /^Your account/ })).toHaveCount(0)
  }
  await app.composer.fill('')
  await app.signOut()
  await expect(page).toHaveURL(/\/$/)
  await expect(dialog).toBeHidden()
})
