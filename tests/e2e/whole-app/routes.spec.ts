import { expect, testOnline as test } from '../fixtures.ts'

// Where each address leads visitors, users and roles is tested in tests/unit/routes/route-ends.test.tsx.

test('a user on a new device can write at once, and later the chat opens at the newest one', async ({ app, page }) => {
  const user = await app.makeUser()
  await user.chat(['An older question'], 'The older chat')
  const newest = await user.chat(['A newer question'], 'The newer chat')
  await app.signIn(user)
  await page.goto('/chat')
  await expect(page).toHaveURL(/\/chat\/new$/)
  await expect(app.composer).toBeVisible()
  // On a phone the list is in a drawer, so the test checks where /chat leads to know that the list has loaded.
  await expect(async () => {
    await page.goto('/chat')
    await expect(page).toHaveURL(new RegExp(`/chat/${newest}$`), { timeout: 1_000 })
  }).toPass()
  await expect(app.said('A newer question')).toBeVisible()
})
