import { expect, testOnline as test } from '../fixtures.ts'
import { failedRequests } from '../support/browser/page-watch.ts'

test('the log-in can be filled in and sent before the app is loaded, which nothing but a use loads', async ({
  app,
  page,
}) => {
  const user = await app.makeUser()
  const load = Promise.withResolvers<void>()
  let loads = 0
  await page.route('**/assets/core-*.js', async (route) => {
    loads++
    await load.promise
    await route.continue()
  })
  await page.goto('/auth/login')
  await expect(page).toHaveTitle('Log in · Companion')
  await page.waitForLoadState('networkidle')
  expect(loads).toBe(0)
  const button = page.getByRole('button', { name: 'Log in' })
  const place = await button.boundingBox()
  await page.getByLabel('Email').fill(user.authenticated.user.email)
  await page.getByLabel('Password', { exact: true }).fill('not my password')
  await page.keyboard.press('Enter')
  await expect(button).toHaveAttribute('aria-busy', 'true')
  app.watch.expect(failedRequests)
  load.resolve()
  await expect(page.getByRole('alert').filter({ hasText: /./ })).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue(user.authenticated.user.email)
  expect((await button.boundingBox())?.x).toBe(place?.x)
  await page.getByLabel('Password', { exact: true }).fill('a quiet harbour 41')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/chat/)
  expect(loads).toBe(1)
})

test('the registration for the free trial says that the trial begins, before the page is touched', async ({ page }) => {
  await page.goto('/auth/register?redirect=%2Fsubscriptions%2Ffree-trial%2Fsubscribe')
  await expect(page.getByText('Your free trial begins with it. No card.')).toBeVisible()
})

test('a press during which the app has loaded is answered when it ends', async ({ app, page }) => {
  const load = Promise.withResolvers<void>()
  await page.route('**/assets/core-*.js', async (route) => {
    await load.promise
    await route.continue()
  })
  await page.goto('/')
  await page.getByRole('main').getByRole('link', { name: 'Create your account' }).hover()
  await page.mouse.down()
  const loaded = page.waitForEvent('requestfinished', (request) => request.url().includes('/assets/core-'))
  load.resolve()
  await loaded
  // The page is idle when the app has nothing left to do but to take the place of the content.
  for (let n = 0; n < 3; n += 1) await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
  await page.mouse.up()
  await app.register()
})

test('a scroll during which the app takes the place of the prerendered page is not ended by it', async ({ page }) => {
  const load = Promise.withResolvers<void>()
  await page.route('**/assets/core-*.js', async (route) => {
    await load.promise
    await route.continue()
  })
  const requested = page.waitForRequest('**/assets/core-*.js')
  await page.goto('/')
  await page.keyboard.press('Shift')
  await requested
  // Keys and wheels scroll in steps, and any call of scrollTo() ends that at the position that was reached.
  await page.evaluate(() => {
    document.querySelector('main')?.setAttribute('data-prerendered', '')
    const scrollTo = window.scrollTo.bind(window)
    Object.assign(window, {
      scrollTo: (...to: [ScrollToOptions]) => {
        document.documentElement.dataset.scrolledTo = JSON.stringify(to)
        scrollTo(...to)
      },
    })
  })
  load.resolve()
  await expect(page.locator('main:not([data-prerendered])')).toBeVisible()
  await page.keyboard.press('End')
  await expect(page.getByRole('region', { name: 'Plans' }).getByRole('heading', { level: 3 }).first()).toBeInViewport()
  expect(await page.evaluate(() => document.documentElement.dataset.scrolledTo)).toBeUndefined()
})
