import { expect, test } from '../fixtures.ts'
import { expectAccessible } from '../support/expect-accessible.ts'

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, timezoneId: 'Europe/Madrid' })

test('a user who writes of harming themselves sees lines to call without a network, and the message is sent as ever', async ({
  app,
  page,
}) => {
  await app.signIn(await app.makeUser())
  await page.goto('/chat/new')
  const card = page.getByRole('region', { name: 'Somebody to talk to' })
  await app.untilOfflineReady()
  await app.goOffline()
  await app.ask('I could kill for a coffee')
  await app.ask('Some days I want to kill myself')
  await expect(card.getByRole('link', { name: '024', exact: true })).toHaveAttribute('href', 'tel:024')
  await expectAccessible(app)
  await card.getByRole('combobox', { name: 'Country' }).click()
  await page.getByRole('option', { name: 'Germany' }).click()
  await expect(card.getByRole('link', { name: '0800 111 0 111' })).toBeVisible()
  await card.getByRole('button', { name: 'Close' }).click()
  await expect(card).toHaveCount(0)
  await app.goOnline()
  // Both questions with their answers.
  await expect(page.getByRole('article')).toHaveCount(4)

  // It stays away for a day.
  await app.ask('I want to kill myself')
  await expect(page.getByRole('article')).toHaveCount(6)
  await expect(card).toHaveCount(0)
})
