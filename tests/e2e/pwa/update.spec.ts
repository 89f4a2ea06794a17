import type { Page, Route } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { forgetFiles } from '../support/browser/clear-cached-files.ts'
import { holdOlderDatabase } from '../support/browser/older-database.ts'
import { failedRequests } from '../support/browser/page-watch.ts'
import { sameDocument } from '../support/browser/same-document.ts'
import { isNewer, NewerBuild } from '../support/servers/newer-build.ts'

/** Errors reported by the browser and by React. */
const told = /dynamically imported module|A part of the app could not be fetched/

const openPart = async (page: Page) => {
  await page.evaluate(() => history.pushState({}, '', '/information'))
  await page.evaluate(() => window.dispatchEvent(new PopStateEvent('popstate')))
}

test('accepting an update loses no draft, unsent message or running answer, and leaves other tabs alone', async ({
  app,
  page,
  server,
  context,
  watch,
  model,
}) => {
  test.setTimeout(90_000)
  const front = await NewerBuild.before(server.url)
  try {
    await app.signIn(await app.makeUser(), front.url)
    const answer = model.next({ tokens: ['The beginning', ' and the end'], holdAt: 1 })
    await page.goto(`${front.url}/chat/new`)
    await app.untilOfflineReady()
    await app.ask('Tell me something long')
    await expect(app.said('The beginning')).toBeVisible()
    const running = page.url()
    const other = await context.newPage()
    await other.goto(running)
    const otherField = other.getByRole('textbox', { name: 'Message' })
    await otherField.fill('Typed in the other tab')
    front.release()
    await page.evaluate(async () => (await navigator.serviceWorker.ready).update())
    await expect(page.getByText('A new version is ready')).toBeVisible()

    watch.expect(failedRequests)
    await context.setOffline(true)
    await app.openList()
    await page.getByRole('link', { name: 'New chat' }).click()
    await expect(page.getByRole('list', { name: 'Examples' })).toBeVisible()
    await app.ask('Written in a tunnel')
    await expect(app.said('Written in a tunnel').getByText(/Waiting/)).toBeVisible()
    // The update is accepted before the debounce of the draft has ended.
    await app.composer.pressSequentially('Half a thou')
    await page.getByRole('button', { name: 'Update' }).click()
    await expect.poll(() => isNewer(page)).toBe(true)

    await expect(app.composer).toHaveValue('Half a thou')
    await expect(app.said('Written in a tunnel').getByText(/Waiting/)).toBeVisible()
    expect(await isNewer(other)).toBe(false)
    await expect(otherField).toHaveValue('Typed in the other tab')
    await other.getByRole('button', { name: 'Update' }).click()
    await expect.poll(() => isNewer(other)).toBe(true)
    await expect(otherField).toHaveValue('Typed in the other tab')
    await context.setOffline(false)
    await expect(app.said('You said: Written in a tunnel')).toBeVisible()
    answer.release()
    await page.goto(running)
    await expect(app.said('The beginning and the end')).toBeVisible()
    await expect(page.getByText('A new version is ready')).toBeHidden()
  } finally {
    front.close()
  }
})

test('an update can be dismissed, and accepted later although its worker was stopped and the server is down', async ({
  server,
  page,
  app,
  watch,
}) => {
  const front = await NewerBuild.before(server.url)
  try {
    await page.goto(`${front.url}/information`)
    await app.untilOfflineReady()
    front.release()
    await page.evaluate(async () => (await navigator.serviceWorker.ready).update())
    await page.getByRole('button', { name: 'Later' }).click()
    await expect(page.getByText('A new version is ready')).toBeHidden()
    await page.reload()
    await expect(page.getByText('A new version is ready')).toBeVisible()
    expect(await isNewer(page)).toBe(false)

    const cdp = await page.context().newCDPSession(page)
    await cdp.send('ServiceWorker.enable')
    await cdp.send('ServiceWorker.stopAllWorkers')
    watch.expect(failedRequests)
    front.close()
    await page.getByRole('button', { name: 'Update' }).click()
    await expect.poll(() => isNewer(page)).toBe(true)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  } finally {
    front.close()
  }
})

test('a missing chunk of the old build installs the waiting build once, and a draft is kept', async ({
  app,
  page,
  server,
  watch,
}) => {
  watch.expect(failedRequests)
  watch.expect(told)
  const front = await NewerBuild.before(server.url)
  try {
    await app.signIn(await app.makeUser(), front.url)
    await page.goto(`${front.url}/chat/new`)
    await app.untilOfflineReady()
    front.release()
    await page.evaluate(async () => (await navigator.serviceWorker.ready).update())
    await expect(page.getByText('A new version is ready')).toBeVisible()
    await app.composer.fill('Not to be lost')
    let loads = 0
    page.on('domcontentloaded', () => {
      loads += 1
      front.remove(null)
    })
    front.remove(/\/information-/)
    await forgetFiles(page, '/information-')
    await openPart(page)
    await expect.poll(() => isNewer(page)).toBe(true)
    await expect(page).toHaveTitle(/^About Companion/)
    expect(loads).toBe(1)
    await page.goto(`${front.url}/chat/new`)
    await expect(app.composer).toHaveValue('Not to be lost')
  } finally {
    front.close()
  }
})

test.describe('a chunk of the app that cannot be loaded', () => {
  // Without a service worker, as on a first visit: with it every chunk would be cached.
  test.use({ serviceWorkers: 'block' })
  const part = '**/assets/information-*.js'
  const gone = (route: Route) => route.fulfill({ status: 404, contentType: 'text/plain', body: 'Not found\n' })

  test('is fetched by one reload, and a draft is kept', async ({ app, page, watch }) => {
    watch.expect(failedRequests)
    watch.expect(told)
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

  test('at first is requested again, without a reload', async ({ app: _, page, watch }) => {
    watch.expect(failedRequests)
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
  })

  test('at all leads to the error page, without a loop of reloads', async ({ app: _, page, watch }) => {
    watch.expect(failedRequests)
    watch.expect(told)
    await page.route(part, gone)
    let loads = 0
    page.on('request', (request) => {
      if (request.isNavigationRequest()) loads += 1
    })
    await page.goto('/information')
    await expect(page.getByText('Something Went Wrong')).toBeVisible()
    expect(loads).toBe(2)
  })

  test('without a network does not reload the page', async ({ app: _, page, context, watch }) => {
    watch.expect(failedRequests)
    watch.expect(told)
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

test('the page says when a tab of an older build blocks the database, and continues when that tab is closed', async ({
  app,
  page,
  context,
}) => {
  const user = await app.makeUser()
  const chatId = await user.chat(['A first question'], 'Our chat')
  await app.signIn(user)
  await holdOlderDatabase(page)
  const newer = await context.newPage()
  await newer.goto(`/chat/${chatId}`)
  const notice = newer.getByText('Another tab holds an older version of Companion')
  await expect(notice).toBeVisible()
  await page.close()
  await expect(newer.getByRole('article').filter({ hasText: 'A first question' }).first()).toBeVisible()
  await expect(notice).toBeHidden()
})
