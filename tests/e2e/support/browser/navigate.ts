import { expect, type Page } from '@playwright/test'

/**
 * Goes to an address of the app as a link does, without loading the app again, which takes most of the processor time
 * of opening a page; resolves when the router shows the new page. The page must be loaded, at another address.
 */
export async function navigate(page: Page, href: string): Promise<void> {
  // The first script imports the app, which the `load` event does not wait for.
  await expect.poll(() => page.evaluate(() => window.__TSR_ROUTER__?.state.resolvedLocation !== undefined)).toBe(true)
  await page.evaluate(async (target) => {
    const router = window.__TSR_ROUTER__
    if (router === undefined) throw new Error('The app is not open')
    await new Promise<void>((resolve, reject) => {
      const unsubscribe = router.subscribe('onRendered', () => {
        unsubscribe()
        resolve()
      })
      router.navigate({ href: target }).catch(reject)
    })
  }, href)
}
