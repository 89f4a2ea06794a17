import type { Page } from '@playwright/test'
import { expect, testOnline as test } from '../fixtures.ts'
import { failedRequests } from '../support/browser/page-watch.ts'

const title = (page: Page) => page.getByRole('heading', { level: 1 })

test.describe('a browser that cannot run Companion', () => {
  for (const feature of ['URL.canParse', 'Array.prototype.toSorted', 'AbortSignal.timeout'] as const) {
    test(`shows the supported versions when it lacks ${feature}`, async ({ app: _, page }) => {
      await page.addInitScript((name) => {
        const path = name.split('.')
        const last = path.pop() ?? ''
        const owner = path.reduce<object>((at, key) => Reflect.get(at, key), window)
        Reflect.deleteProperty(owner, last)
      }, feature)
      await page.goto('/auth/login')
      await expect(title(page)).toHaveText('This browser is too old for Companion')
      await expect(page.getByText(/Companion works in Safari 18, Firefox 128, Chrome 125/)).toBeVisible()
      await expect(page.getByText(/Nothing is lost/)).toBeVisible()
    })
  }

  test('shows them when it cannot parse the code of the app', async ({ app: _, page, watch }) => {
    watch.expect(/Invalid or unexpected token/)
    await page.route('**/assets/core-*.js', (route) =>
      route.fulfill({ contentType: 'text/javascript', body: 'const a = b ?#? c' }),
    )
    await page.goto('/information')
    await expect(title(page)).toHaveText('This browser is too old for Companion')
  })

  test('shows them when it does not support modules', async ({ app: _, page }) => {
    await page.addInitScript(() => {
      Reflect.deleteProperty(HTMLScriptElement.prototype, 'noModule')
    })
    await page.goto('/')
    await expect(title(page)).toHaveText('This browser is too old for Companion')
  })

  test('shows what to allow when it has no IndexedDB', async ({ app: _, page }) => {
    await page.addInitScript(() => {
      Object.defineProperty(window, 'indexedDB', { value: undefined })
    })
    await page.goto('/auth/login')
    await expect(title(page)).toHaveText('Companion cannot keep anything in this browser')
    await expect(page.getByText(/Allow cookies and site data/)).toBeVisible()
  })

  test('shows what to allow when opening a database is refused', async ({ app: _, page }) => {
    await page.addInitScript(() => {
      indexedDB.open = () => {
        throw new DOMException('The operation is insecure.', 'SecurityError')
      }
    })
    await page.goto('/')
    await expect(title(page)).toHaveText('Companion cannot keep anything in this browser')
  })

  test('shows the page in Spanish when that was chosen, or is its own language', async ({ app: _, page }) => {
    await page.addInitScript(() => {
      Object.defineProperty(window, 'indexedDB', { value: undefined })
      Object.defineProperty(navigator, 'languages', { value: ['es-MX', 'en'] })
    })
    await page.goto('/')
    await expect(title(page)).toHaveText('Companion no puede guardar nada en este navegador')
    await expect(page.locator('html')).toHaveAttribute('lang', 'es')
    await page.evaluate(() => localStorage.setItem('selectedLanguage', 'en'))
    await page.reload()
    await expect(title(page)).toHaveText('Companion cannot keep anything in this browser')
  })

  test('offers a reload when the code of the app does not load', async ({ app: _, page, watch }) => {
    watch.expect(failedRequests)
    watch.expect(/dynamically imported module/)
    await page.route('**/assets/core-*.js', (route) => route.abort('connectionreset'))
    await page.goto('/information?from=mail')
    await expect(title(page)).toHaveText('Companion could not be loaded')
    await page.unroute('**/assets/core-*.js')
    await page.getByRole('link', { name: 'Load this page again' }).click()
    await expect(title(page)).not.toHaveText('Companion could not be loaded')
    await expect(page).toHaveURL(/\?from=mail$/)
  })
})

test('the check of the storage leaves no trace in a supported browser', async ({ app: _, page }) => {
  await page.goto('/auth/login')
  await expect(page.getByRole('button', { name: 'Log In' })).toBeVisible()
  // The prerendered button may be visible before the check has ended.
  const names = () => page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name))
  await expect.poll(names).not.toContain('companion-check')
})
