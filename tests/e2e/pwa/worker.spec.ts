import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Request } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import type { App } from '../support/app.ts'
import { readBrowserStorage } from '../support/browser/browser-storage.ts'
import { failedRequests } from '../support/browser/page-watch.ts'

const icon = join(import.meta.dirname, '../../../public/icons/icon-192.png')
const assetsFolder = join(import.meta.dirname, '../../../dist/assets')

/** Returns how many requests of the worker were open at the same time at most. */
function countWorkerRequests({ context }: App): () => number {
  const open = new Set<Request>()
  let most = 0
  context.on('request', (request) => {
    if (request.serviceWorker() !== null) most = Math.max(most, open.add(request).size)
  })
  for (const end of ['requestfinished', 'requestfailed'] as const) {
    context.on(end as 'requestfinished', (request) => void open.delete(request))
  }
  return () => most
}

test('the worker caches the whole app shell and the plans on the first visit, and no API response', async ({
  app,
  page,
  server,
  watch,
}) => {
  const mostAtOnce = countWorkerRequests(app)
  await page.goto('/')
  await app.untilOfflineReady()

  await test.step('the shell is cached, with every chunk, several files at a time', async () => {
    expect(mostAtOnce()).toBeGreaterThan(2)
    const { cached } = await readBrowserStorage(page)
    const held = Object.values(cached)
      .flat()
      .map((url) => new URL(url).pathname)
    const newest = await page.evaluate(() => [...document.scripts].map((script) => new URL(script.src).pathname))
    expect(held).toEqual(expect.arrayContaining(['/index.html', ...newest]))
    expect(held.filter((path) => path.startsWith('/assets/')).length).toBeGreaterThan(10)
  })

  await test.step('a missing asset returns 404 and never the page', async () => {
    watch.expect(failedRequests)
    const direct = await fetch(`${server.url}/assets/gone-12345678.js`)
    expect(direct.status).toBe(404)
    expect(direct.headers.get('content-type')).not.toContain('text/html')
    expect(await page.evaluate(() => fetch('/assets/gone-12345678.js').then((response) => response.status))).toBe(404)
  })

  await test.step('the plan list is available without a network after one visit', async () => {
    const section = page.getByRole('region', { name: 'Plans' })
    const plans = section.getByRole('heading', { level: 3 })
    // Clears the page's own storage, so that only the worker can have the data.
    await page.evaluate(() => localStorage.clear())
    await page.reload()
    // By a key, since the app replaces the prerendered section meanwhile.
    await page.keyboard.press('End')
    await expect(plans.first()).toBeVisible()
    await expect(section).toBeInViewport()
    const names = await plans.allTextContents()
    await app.goOffline()
    await page.evaluate(() => localStorage.clear())
    await page.reload()
    await page.keyboard.press('End')
    await expect(plans).toHaveText(names)
  })

  await test.step('a screen that was never open opens without a network, and API responses never come from the cache', async () => {
    await page.goto('/error?type=subscription-required')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Subscription Required')
    const outcome = await page.evaluate(() =>
      fetch('/api/v1/config/').then(
        (response) => response.status,
        () => 'no network',
      ),
    )
    expect(outcome).toBe('no network')
  })

  await test.step('the check of the browser is available without a network', async () => {
    await page.addInitScript(() => {
      Object.defineProperty(window, 'indexedDB', { value: undefined })
    })
    await page.goto('/')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Companion cannot keep anything in this browser')
  })
})

test('the chat page has the styles of plain elements first, so that those of components win', async ({ request }) => {
  const sheets = (await (await request.get('/chat', { headers: { Accept: 'text/html' } })).text()).matchAll(
    /rel="stylesheet"[^>]*href="\/assets\/([a-z]+)-/g,
  )
  const order = [...sheets].map(([, name]) => name)
  expect(order[0]).toBe('first')
  expect(order).toContain('chat')
})

test('a user’s photo is available without a network, and deleted with the user’s data', async ({
  app,
  page,
  server,
  context,
}) => {
  const user = await app.makeUser()
  const body = new FormData()
  body.set('photo', new Blob([await readFile(icon)], { type: 'image/png' }), 'icon.png')
  const headers = { authorization: `Bearer ${user.authenticated.access}` }
  const upload = { method: 'POST', headers, body }
  expect((await fetch(`${server.url}/api/v1/accounts/profile/upload-photo/`, upload)).status).toBe(200)
  await app.signIn(user)
  await page.goto('/settings')
  await app.untilOfflineReady()
  await page.reload()
  const photo = page.locator('img[src^="/media/photos/"]')
  const isDrawn = () => photo.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0)
  await expect.poll(isDrawn).toBe(true)
  const cached = () => page.evaluate(async () => (await (await caches.open('private-photos')).keys()).length)
  await expect.poll(cached).toBe(1)

  // Clears the HTTP cache, so that only the worker can have the files.
  await (await context.newCDPSession(page)).send('Network.clearBrowserCache')
  await app.goOffline()
  await page.reload()
  await expect.poll(isDrawn).toBe(true)
  await page.goto('/chat')
  await expect(app.composer).toBeVisible()
  await app.signOut()
  await expect(page).toHaveURL(/\/$/)
  // The start page opens as soon as nobody is signed in, while the photos are being deleted.
  // Opening a cache to count its entries could create it again.
  await expect.poll(() => page.evaluate(() => caches.has('private-photos'))).toBe(false)
})

test('calls of the API and files of the build are answered without starting a stopped worker', async ({
  app,
  page,
  context,
  server,
  watch,
}) => {
  await page.goto('/')
  await app.untilOfflineReady()
  const cdp = await context.newCDPSession(page)
  const running = new Map<string, string>()
  cdp.on('ServiceWorker.workerVersionUpdated', ({ versions }) => {
    for (const { versionId, runningStatus } of versions) running.set(versionId, runningStatus)
  })
  await cdp.send('ServiceWorker.enable')
  await cdp.send('ServiceWorker.stopAllWorkers')
  await expect.poll(() => [...running.values()]).toEqual(['stopped'])
  const asset = await page.evaluate(() => document.querySelector('script')?.src)
  const status = (path: string, method = 'GET') =>
    page.evaluate(
      ([url, by]) => fetch(url as string, { method: by as string, cache: 'no-store' }).then((reply) => reply.status),
      [path, method],
    )
  expect(await status('/api/v1/config/')).toBe(200)
  expect(await status('/healthz')).toBe(200)
  expect(await status('/', 'HEAD')).toBe(200)
  // Playwright's `setOffline` waits for an answer of the stopped worker.
  watch.expect(failedRequests)
  await server.kill()
  expect(await status(String(asset)), 'a file of the build, from the cache').toBe(200)
  await server.start()
  expect([...running.values()]).toEqual(['stopped'])
  // The list of plans is cached by the worker.
  expect(await status('/api/v1/accounts/plans/')).toBe(200)
  await expect.poll(() => [...running.values()]).toEqual(['running'])
})

test('every file of the kept builds is served with an immutable cache lifetime, compressed where accepted', async ({
  server,
}) => {
  const script = (await readdir(assetsFolder)).find((name) => name.endsWith('.js'))
  const response = await fetch(`${server.url}/assets/${script}`, { headers: { 'accept-encoding': 'br' } })
  expect(response.status).toBe(200)
  expect(response.headers.get('cache-control')).toContain('immutable')
  expect(response.headers.get('content-type')).toContain('javascript')
})
