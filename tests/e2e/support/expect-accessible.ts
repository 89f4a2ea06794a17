import AxeBuilder from '@axe-core/playwright'
import { expect } from '@playwright/test'
import type { App } from './app.ts'

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** The open page, as it stands, breaks no rule that a program can check. */
export async function expectAccessible({ page }: App): Promise<void> {
  await expect(page.locator('h1').first()).toBeAttached()
  // A colour half-way through a transition is nobody's design.
  await page.evaluate(() => Promise.allSettled(document.getAnimations().map((animation) => animation.finished)))
  // The app has no frames, for which a page of its own would be opened each time; what passes need not be listed.
  const axe = new AxeBuilder({ page })
    .options({ resultTypes: ['violations'] })
    .withTags(rules)
    .setLegacyMode()
  const { violations } = await axe.analyze()
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`)
  expect(found, `${page.url()} breaks rules of accessibility`).toEqual([])
}
