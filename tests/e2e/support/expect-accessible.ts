import AxeBuilder from '@axe-core/playwright'
import { expect } from '@playwright/test'
import type { App } from './app.ts'

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Checks the open page in its current state with the rules that axe can test. */
export async function expectAccessible({ page }: App): Promise<void> {
  await expect(page.locator('h1').first()).toBeAttached()
  // Finishes transitions first, because their intermediate colours are not meant to be read.
  await page.evaluate(() => Promise.allSettled(document.getAnimations().map((animation) => animation.finished)))
  // The half megabyte of axe stays in a page that the router changes.
  const isLoaded = await page.evaluate(() => 'axe' in window)
  // The legacy mode opens no extra page for frames, which the app does not have; passed rules are not listed.
  const axe = new AxeBuilder({ page, ...(isLoaded ? { axeSource: 'void 0' } : {}) })
    .options({ resultTypes: ['violations'] })
    .withTags(rules)
    .setLegacyMode()
  const { violations } = await axe.analyze()
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`)
  expect(found, `${page.url()} breaks rules of accessibility`).toEqual([])
}
