import type { Page } from '@playwright/test'

/** Returns whether the page has not been reloaded since the test set `sameDocument` on its window. */
export const sameDocument = (page: Page): Promise<boolean> =>
  page.evaluate(() => 'sameDocument' in window).catch(() => true)
