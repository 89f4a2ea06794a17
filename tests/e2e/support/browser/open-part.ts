import type { Page } from '@playwright/test'

/** Errors reported by the browser and by React for a chunk that cannot be loaded. */
export const chunkErrors = /dynamically imported module|A chunk of the app could not be fetched/

/** Goes to a page whose chunk is not loaded, and does not wait for it. */
export async function openPart(page: Page): Promise<void> {
  await page.evaluate(() => history.pushState({}, '', '/information'))
  await page.evaluate(() => window.dispatchEvent(new PopStateEvent('popstate')))
}
