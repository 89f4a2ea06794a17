import AxeBuilder from '@axe-core/playwright'
import { expect, test } from './fixtures.ts'
import type { App } from './support/app.ts'

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

const settings = ['/settings?section=general', '/settings?section=sync-controls']

async function expectAccessible(app: App): Promise<void> {
  await expect(app.page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  // A colour half-way through a transition is nobody's design.
  await app.page.evaluate(() => Promise.allSettled(document.getAnimations().map((animation) => animation.finished)))
  const { violations } = await new AxeBuilder({ page: app.page }).withTags(rules).analyze()
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`)
  expect(found, `${app.page.url()} breaks rules of accessibility`).toEqual([])
}

// Colours go by the theme, words by the language: two pairs hold each of the four.
const mixes = [
  ['light', 'es-ES'],
  ['dark', 'en-GB'],
] as const

for (const [theme, locale] of mixes) {
  test.describe(`${theme}, ${locale}`, () => {
    test.use({ colorScheme: theme, locale, reducedMotion: 'reduce' })

    test('the pages of visitors can be used by everyone', async ({ app, page }) => {
      test.setTimeout(120_000)
      for (const path of ['/', '/information', '/auth/register', '/auth/login', '/error', '/no/such/page']) {
        await test.step(path, async () => {
          await page.goto(path)
          await expect(page.locator('html')).toHaveAttribute('lang', locale.slice(0, 2))
          await expectAccessible(app)
        })
      }
    })

    test('the chat can be used by everyone', async ({ app, page }) => {
      test.setTimeout(120_000)
      const person = await app.makePerson()
      const chat = await person.chat(['Is it ever right to lie to a friend?'])
      await app.signIn(person)
      for (const path of ['/chat', `/chat/${chat}`, '/subscriptions', ...settings]) {
        await test.step(path, async () => {
          await page.goto(path)
          await expectAccessible(app)
        })
      }
    })
  })
}
