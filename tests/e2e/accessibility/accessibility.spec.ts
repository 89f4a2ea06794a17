import { sections } from '#features/settings/sections.ts'
import { expect, testOnline as test } from '../fixtures.ts'
import { navigate } from '../support/browser/navigate.ts'
import { expectAccessible } from '../support/expect-accessible.ts'
import { expectAccessibleOverlays } from '../support/expect-accessible-overlays.ts'
import { expectReflow } from '../support/expect-reflow.ts'

const settings = sections.map((section) => `/settings?section=${section}`)

/** The pages for a user without a password: the form, the request, the reset link, and an invalid link. */
const asking = ['/auth/forgor-password', '/auth/reset-password', '/auth/reset-password#token=t', '/check#verify=t']

// Colours depend on the theme and texts on the language: the phone tests one pair, the desktop the other
// (playwright.config.ts).
const mixes = [
  ['light', 'es-ES'],
  ['dark', 'en-GB'],
] as const

for (const [theme, locale] of mixes) {
  test.describe(`${theme}, ${locale}`, () => {
    test.use({ colorScheme: theme, locale, reducedMotion: 'reduce' })

    test('the public pages have no accessibility violations, and fit into a narrow window', async ({
      app,
      page,
      isMobile,
    }) => {
      test.setTimeout(120_000)
      app.watch.expect(/^Failed to load resource:.*\/verify-email\//)
      const ends = ['/error?type=subscription-required', '/no/such/page']
      for (const path of ['/', '/information', ...ends, '/auth/login', ...asking, '/auth/register']) {
        await test.step(path, async () => {
          await (ends.includes(path) ? navigate(page, path) : page.goto(path))
          await expect(page.locator('html')).toHaveAttribute('lang', locale.slice(0, 2))
          await expectAccessible(app)
          if (isMobile) await expectReflow(page)
        })
      }
      await test.step('the errors of a form', async () => {
        await page.getByRole('button', { name: /^(Create account|Crear cuenta)$/ }).click()
        await expect(page.locator('[aria-invalid="true"]')).toHaveCount(5)
        await expectAccessible(app)
        if (isMobile) await expectReflow(page)
      })
    })
  })
}

test.describe('dark, en-GB', () => {
  test.use({ colorScheme: 'dark', reducedMotion: 'reduce' })

  // Those of the phone are tested in reflow.spec.ts.
  test('the pages of a user have no accessibility violations', async ({ app, page }) => {
    test.setTimeout(120_000)
    const user = await app.makeUser()
    const chatId = await user.chat(['Is it ever right to lie to a friend?'])
    await app.signIn(user)
    const trial = '/subscriptions/free-trial/subscribe'
    await page.goto('/chat')
    await expect(app.composer).toBeVisible()
    await expectAccessible(app)
    for (const path of ['/chat/temporary', '/subscriptions', trial, '/account', ...settings, `/chat/${chatId}`]) {
      await test.step(path, async () => {
        await navigate(page, path)
        await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
        if (path === `/chat/${chatId}`) await expect(app.said('Is it ever right')).toBeVisible()
        await expectAccessible(app)
      })
    }
    await expectAccessibleOverlays(app, 'right')
  })
})
