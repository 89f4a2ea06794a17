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
  const back = page.getByRole('link', { name: 'Back' })
  if (isMobile) {
    await expect(general).toBeHidden()
    await back.click()
    await expect(page.getByRole('link', { name: /^Sync and offline/ })).toBeFocused()
    await expect(heading).toBeHidden()
    await expect(page.getByRole('link', { name: 'Open chat' })).toBeHidden()
    await expect(page.getByRole('contentinfo')).toBeHidden()
    // A section that was opened from outside, as by a bookmark, leads to the list of sections, and that to the chat.
    await page.goto('/settings?section=general')
    await back.click()
    await expect(page).toHaveURL(/\/settings$/)
    await back.click()
    await expect(page).toHaveURL(/\/chat/)
  } else {
    await expect(back).toBeHidden()
    await general.click()
    await expect(page.getByRole('heading', { name: 'General' })).toBeFocused()
  }
})

test('a switch is changed by its whole row, and its state is seen in forced colours', async ({ app, page }) => {
  await app.signIn(await app.makeUser())
  await page.goto('/settings?section=conversation')
  const control = page.getByRole('switch', { name: 'Enter sends' })
  await expect(control).toBeChecked()
  // The label lies over the row, so the point is pressed, whatever element is there.
  await page.getByText('Shift+Enter starts a new line.').click({ force: true })
  await expect(control).not.toBeChecked()
  const thumb = () => control.evaluate((track) => getComputedStyle(track.firstElementChild ?? track).backgroundColor)
  await page.emulateMedia({ forcedColors: 'active' })
  const off = await thumb()
  await control.click()
  await expect(control).toBeChecked()
  expect(await thumb()).not.toBe(off)
})
