import { expect, testOnline as test } from '../fixtures.ts'

test('the sections are a list on a phone and side by side on a wide screen', async ({ app, page, isMobile }) => {
  await app.signIn(await app.makeUser())
  await page.goto('/settings?section=nonsense')
  const general = page.getByRole('link', { name: /^General/ })
  const heading = page.getByRole('heading', { name: 'Sync and offline' })
  await expect(general).toBeVisible()
  await page.getByRole('link', { name: /^Sync and offline/ }).click()
  await expect(page).toHaveURL(/\/settings\?section=sync-controls$/)
  await expect(heading).toBeFocused()
  const back = page.getByRole('link', { name: 'All settings' })
  if (isMobile) {
    await expect(general).toBeHidden()
    await back.click()
    await expect(page.getByRole('link', { name: /^Sync and offline/ })).toBeFocused()
    await expect(heading).toBeHidden()
  } else {
    await general.click()
    await expect(page.getByRole('heading', { name: 'General' })).toBeFocused()
  }
})
