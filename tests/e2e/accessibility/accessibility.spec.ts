import { sections } from '#features/settings/sections.ts'
import { expect, testOnline as test } from '../fixtures.ts'
import { navigate } from '../support/browser/navigate.ts'
import { expectAccessible } from '../support/expect-accessible.ts'
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
      for (const path of [
        '/',
        '/information',
        '/auth/login',
        ...asking,
        '/error?type=subscription-required',
        '/no/such/page',
        '/auth/register',
      ]) {
        await test.step(path, async () => {
          await page.goto(path)
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

    test('the pages of a user have no accessibility violations', async ({ app, page, isMobile }) => {
      test.setTimeout(120_000)
      const user = await app.makeUser()
      const chatId = await user.chat(['Is it ever right to lie to a friend?'])
      await app.signIn(user)
      const trial = '/subscriptions/free-trial/subscribe'
      // On a phone the sections of the settings have a list of their own.
      const all = isMobile ? ['/settings', ...settings] : settings
      await page.goto('/chat')
      await expect(app.composer).toBeVisible()
      await expectAccessible(app)
      for (const path of ['/chat/temporary', `/chat/${chatId}`, '/subscriptions', trial, '/account', ...all]) {
        await test.step(path, async () => {
          await navigate(page, path)
          await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
          if (path === `/chat/${chatId}`) await expect(app.said('Is it ever right')).toBeVisible()
          await expectAccessible(app)
        })
      }
      await navigate(page, `/chat/${chatId}`)
      await expect(app.said('Is it ever right')).toBeVisible()
      await test.step('the labels of a chat', async () => {
        await page.getByRole('button', { name: /^(More about this chat|Más sobre este chat)$/ }).click()
        await page.getByRole('menuitem', { name: /^(Manage tags|Gestionar etiquetas)$/ }).click()
        await page.getByRole('button', { name: /^(New tag|Etiqueta nueva)$/ }).click()
        await expect(page.getByRole('dialog').getByRole('textbox')).toBeVisible()
        await expectAccessible(app)
        await page.keyboard.press('Escape')
        await expect(page.getByRole('dialog')).toHaveCount(0)
      })
      await test.step('the search', async () => {
        await page.keyboard.press('ControlOrMeta+k')
        await page.getByRole('combobox').fill('right')
        await expect(page.getByRole('option').first()).toBeVisible()
        await expectAccessible(app)
      })
    })
  })
}
