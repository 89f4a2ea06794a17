import type { Route } from '@playwright/test'
import { expect, testOnline as test } from '../fixtures.ts'
import { chunkErrors, openPart } from '../support/browser/open-part.ts'
import { failedRequests } from '../support/browser/page-watch.ts'
import { sameDocument } from '../support/browser/same-document.ts'

// Without a service worker, as on a first visit: with it every chunk would be cached.
const part = '**/assets/information-*.js'
const gone = (route: Route) => route.fulfill({ status: 404, contentType: 'text/plain', body: 'Not found\n' })

test('a chunk of the app that cannot be loaded is fetched by one reload, and a draft is kept', async ({
  app,
  page,
  watch,
}) => {
  watch.expect(failedRequests)
  watch.expect(chunkErrors)
  await app.signIn(await app.makeUser())
  await page.goto('/chat')
  await app.composer.fill('Not to be lost')
  await page.evaluate(() => Object.assign(window, { sameDocument: true }))
  await page.route(part, gone)
  page.on('request', (request) => {
    // The deployment is complete: the next page refers to the new file names.
    if (request.isNavigationRequest()) void page.unroute(part)
  })
  await openPart(page)
  await expect.poll(() => sameDocument(page)).toBe(false)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page).toHaveURL(/\/information$/)
  await expect(page.getByText('Something Went Wrong')).toBeHidden()
  await page.goto('/chat')
  await expect(app.composer).toHaveValue('Not to be lost')
})

test('a chunk of the app is requested again without a reload, and leads to the error page when it never comes', async ({
  app: _,
  page,
  context,
  watch,
}) => {
  watch.expect(failedRequests)
  watch.expect(chunkErrors)

  await test.step('a chunk that cannot be loaded at first is requested again', async () => {
    await page.goto('/error')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.evaluate(() => Object.assign(window, { sameDocument: true }))
    let tries = 0
    await page.route(part, (route) => (++tries < 2 ? route.abort('connectionreset') : route.fallback()))
    let styles = 0
    const style = '**/assets/information-*.css'
    await page.route(style, (route) => (++styles < 2 ? route.abort('connectionreset') : route.fallback()))
    await openPart(page)
    await expect(page).toHaveTitle(/^About Companion/)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(await sameDocument(page)).toBe(true)
    expect([styles, tries]).toEqual([2, 2])
    const rules = () =>
      [...document.styleSheets].some(({ href, cssRules }) => href?.includes('/information-') && cssRules.length > 0)
    expect(await page.evaluate(rules)).toBe(true)
    await page.unrouteAll()
  })

  await test.step('one that never comes leads to the error page, without a loop of reloads', async () => {
    await page.route(part, gone)
    let loads = 0
    page.on('request', (request) => {
      if (request.isNavigationRequest()) loads += 1
    })
    await page.goto('/information')
    await expect(page.getByText('Something Went Wrong')).toBeVisible()
    expect(loads).toBe(2)
    await page.unroute(part, gone)
  })

  await test.step('without a network the page is not reloaded', async () => {
    await page.goto('/error')
    // Chunks that the page does not depend on load after it.
    await page.waitForLoadState('networkidle')
    await page.evaluate(() => Object.assign(window, { sameDocument: true }))
    // The chunk must not be in the HTTP cache either, where an earlier test may have left it.
    await page.route(part, (route) => route.abort('internetdisconnected'))
    await context.setOffline(true)
    await openPart(page)
    await expect(page.getByText('Something Went Wrong')).toBeVisible()
    expect(await sameDocument(page)).toBe(true)
  })
})
