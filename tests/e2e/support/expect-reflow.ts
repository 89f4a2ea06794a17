import { expect, type Page } from '@playwright/test'

/**
 * Text twice as large, also on a small phone, and the width of that phone alone (WCAG 1.4.4 and 1.4.10). The first one
 * has the usual width of the window: each other width lays out the page twice.
 */
const reflows = [
  { width: 390, text: '200%' },
  { width: 320, text: '200%' },
  { width: 320, text: '' },
]

/** Nothing of the open page is wider than the window of a phone. */
export async function expectReflow(page: Page): Promise<void> {
  const before = page.viewportSize()
  for (const { width, text } of reflows) {
    await page.setViewportSize({ width, height: 844 })
    const tooWide = await page.evaluate((fontSize) => {
      const root = document.documentElement
      root.style.fontSize = fontSize
      return root.scrollWidth - root.clientWidth
    }, text)
    expect
      .soft(tooWide, `pixels of ${page.url()} beyond ${width} with text of ${text || '100%'}`)
      .toBeLessThanOrEqual(0)
  }
  await page.evaluate(() => document.documentElement.removeAttribute('style'))
  if (before !== null) await page.setViewportSize(before)
}
