import { expect, test } from '../fixtures.ts'
import { expectAccessible } from '../support/expect-accessible.ts'

// The smallest context: three answers of this length no longer fit.
test.use({
  ownServer: { env: { ASSISTANT_CONTEXT: '4096' } },
  viewport: { width: 390, height: 844 },
  isMobile: true,
  hasTouch: true,
})
const long = 'Water the tomatoes daily. '.repeat(130)

test('a long chat says where its summary ends, shows it, also offline, and deletes it with what it repeats', async ({
  app,
  page,
  model,
}) => {
  const user = await app.makeUser()
  model.otherwise = { tokens: [long] }
  const chatId = await user.chat(['First', 'Second', 'Third'])
  await app.signIn(user)
  await page.goto(`/chat/${chatId}`)
  await expect(app.said('Water the tomatoes')).toBeVisible()
  await app.untilOfflineReady()

  // The summary, and then the answer.
  model.otherwise = { tokens: ['They spoke of **tomatoes**.'] }
  await app.ask('Fourth')
  const line = page.getByRole('note').filter({ hasText: 'Companion reads a summary of the messages above.' })
  await expect(line.locator('xpath=following::article[1]')).toContainText('Fourth')
  const [rules, ...others] = model.requests.at(-1)?.messages.map(({ content }) => content) ?? []
  expect(rules).toContain('They spoke of **tomatoes**.')
  expect(others).toEqual(['Fourth'])

  const show = line.getByRole('button', { name: 'Show summary' })
  const dialog = page.getByRole('dialog', { name: 'Summary of the messages above' })
  await show.click()
  await expect(dialog.getByText('They spoke of tomatoes.')).toBeVisible()
  await expectAccessible(app)
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(show).toBeFocused()

  await app.goOffline()
  await page.reload()
  await show.click()
  await expect(dialog.getByText('They spoke of tomatoes.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await app.goOnline()

  await page.getByRole('region', { name: 'Messages' }).evaluate((list) => list.scrollTo(0, 0))
  const first = page.getByRole('article').filter({ hasText: 'First' })
  await first.getByRole('button', { name: 'More about this question' }).click()
  await page.getByRole('menuitem', { name: 'Delete question' }).click()
  await expect(first).toHaveCount(0)
  // The deletion is sent when nobody can undo it any more.
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await expect(app.said('Fourth')).toBeVisible()
  await expect(line).toHaveCount(0)
})
