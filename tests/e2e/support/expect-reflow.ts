import { expect, type Page } from '@playwright/test'

/** The widths of a small phone, and of a phone whose text is twice as large (WCAG 1.4.10 and 1.4.4). */
const reflows = [
  { width: 320, text: '' },
  { width: 390, text: '200%' },
]
/** The start page is the first that someone with both sees. */
const reflowsOfStart = [...reflows, { width: 320, text: '200%' }]

/** Nothing of the open page is wider than the window of a phone. */
export async function expectReflow(page: Page): Promise<void> {
  const before = page.viewportSize()
  const isStart = new URL(page.url()).pathname === '/'
  for (const { width, text } of isStart ? reflowsOfStart : reflows) {
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
