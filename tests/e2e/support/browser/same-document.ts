import type { Page } from '@playwright/test'

/** Whether the page has not been loaded anew since the test set `sameDocument` on its window. */
export const sameDocument = (page: Page): Promise<boolean> =>
  page.evaluate(() => 'sameDocument' in window).catch(() => true)
