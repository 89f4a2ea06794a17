import type { Page } from '@playwright/test'

/** Deletes files with `part` in their URL from the HTTP cache and from the service worker's caches. */
export async function forgetFiles(page: Page, part: string): Promise<void> {
  await (await page.context().newCDPSession(page)).send('Network.clearBrowserCache')
  await page.evaluate(async (text) => {
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys()) if (request.url.includes(text)) await cache.delete(request)
    }
  }, part)
}
