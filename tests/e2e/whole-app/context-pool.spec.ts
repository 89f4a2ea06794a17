import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import { Devices } from '../support/browser/context-pool.ts'

const origin = 'http://127.0.0.1:9'

/** Opens an empty page of the origin, where no server is. */
async function openEmpty(context: BrowserContext): Promise<Page> {
  const page = await context.newPage()
  await page.route('**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<link rel="icon" href="data:,">' }),
  )
  await page.goto(origin)
  return page
}

test('what a busy page stores after the browser has closed it is not there for the next test', async ({ browser }) => {
  const devices = new Devices(browser, origin)
  const context = await devices.take('any')
  const page = await openEmpty(context)
  const isBusy = page.waitForEvent('console')
  await page.evaluate(() => {
    setTimeout(() => {
      console.log('busy')
      // The browser closes a page half a second after it was told to, although the script still runs.
      const end = performance.now() + 1_500
      while (performance.now() < end);
      localStorage.setItem('activeTab', 'users')
    })
  })
  await isBusy
  await devices.giveBack(context, false)
  expect(await devices.take('any')).toBe(context)
  const next = await openEmpty(context)
  expect(await next.evaluate(() => localStorage.getItem('activeTab'))).toBeNull()
  await context.close()
})
