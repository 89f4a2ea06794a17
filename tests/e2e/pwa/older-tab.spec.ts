import { expect, testOnline as test } from '../fixtures.ts'
import { holdOlderDatabase } from '../support/browser/older-database.ts'

test('the page says when a tab of an older build blocks the database, and continues when that tab is closed', async ({
  app,
  page,
  context,
}) => {
  const user = await app.makeUser()
  const chatId = await user.chat(['A first question'], 'Our chat')
  await app.signIn(user)
  await holdOlderDatabase(page)
  const newer = await context.newPage()
  await newer.goto(`/chat/${chatId}`)
  const notice = newer.getByText('Another tab holds an older version of Companion')
  await expect(notice).toBeVisible()
  await page.close()
  await expect(newer.getByRole('article').filter({ hasText: 'A first question' }).first()).toBeVisible()
  await expect(notice).toBeHidden()
})
