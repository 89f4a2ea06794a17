import type { Page } from '@playwright/test'
import { expect, testOnline as test } from '../fixtures.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

// A duration on all elements, however short, makes every change of a style a transition: a popup is then shown, and
// pressed, for a frame at the top left of the window, where it was before it was positioned.
test('no change of a style takes time for a user who asked for reduced motion', async ({ app, page }) => {
  const user = await app.makeUser()
  await page.goto('/auth/login')
  await expect(page.getByRole('textbox', { name: 'Email' })).toBeVisible()
  expect(await elementsWithTransition(page)).toEqual([])

  await app.signIn(user)
  await page.goto('/chat/new')
  await page.getByRole('button', { name: 'More about this chat' }).click()
  await expect(page.getByRole('menuitemcheckbox', { name: 'Speak answers' })).toBeVisible()
  expect(await elementsWithTransition(page)).toEqual([])
})

/** Returns the tags and classes of the elements that have a transition with a duration. */
function elementsWithTransition(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('*')]
      .filter((element) =>
        [undefined, '::before', '::after'].some((part) =>
          getComputedStyle(element, part)
            .transitionDuration.split(', ')
            .some((duration) => duration !== '0s'),
        ),
      )
      .map((element) => `${element.tagName}.${element.className}`),
  )
}
