import type { Page } from '@playwright/test'

/** Takes the files with `part` in their address out of the browser: out of its own cache and those of the service worker. */
export async function forgetFiles(page: Page, part: string): Promise<void> {
  await (await page.context().newCDPSession(page)).send('Network.clearBrowserCache')
  await page.evaluate(async (text) => {
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys()) if (request.url.includes(text)) await cache.delete(request)
    }
  }, part)
}
