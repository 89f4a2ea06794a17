import type { Page } from '@playwright/test'
import { expect, test, testOnline } from '../fixtures.ts'

/** The class prefix of highlight.js, which every file with the engine and grammars contains. */
const grammars = 'hljs-'

/** Returns the app's files in the service worker's cache, and those of them that contain grammars. */
const cachedCode = (page: Page) =>
  page.evaluate(async (mark) => {
    const names = (await caches.keys()).filter((name) => name.includes('precache'))
    const files = await Promise.all(
      names.map(async (name) => {
        const cache = await caches.open(name)
        const scripts = (await cache.keys()).filter(({ url }) => new URL(url).pathname.endsWith('.js'))
        return Promise.all(scripts.map(async (request) => [request.url, await (await cache.match(request))?.text()]))
      }),
    )
    const all = files.flat()
    return { count: all.length, marked: all.filter(([, text]) => text?.includes(mark)).map(([url]) => String(url)) }
  }, grammars)

test('code is highlighted by a worker, offline too, and the page loads no grammars', async ({ app, page, model }) => {
  await app.signIn(await app.makeUser())
  await page.goto('/chat/new')
  await app.untilOfflineReady()
  model.next({ tokens: ['Like this:\n\n```ts\nconst answer = 42 // known\n```\n\n', 'That is all.'] })
  await app.ask('How?')
  const code = app.said('Like this:').locator('pre code')
  const coloured = async () => {
    await expect(code.getByText('const', { exact: true })).toHaveClass(/keyword/)
    await expect(code.getByText('42', { exact: true })).toHaveClass(/number/)
    await expect(code.getByText('// known', { exact: true })).toHaveClass(/comment/)
    await expect(code).toHaveText('const answer = 42 // known')
  }
  await coloured()
  const [worker, ...others] = page.workers().map((each) => each.url())
  expect(others).toEqual([])
  expect(worker).toMatch(/\/assets\/highlight\.worker-[\w-]{8}\.js$/)
  const policy = async (url = '') => (await page.request.get(url)).headers()['content-security-policy']
  expect(await policy(worker)).toContain("default-src 'none'")
  const kept = await cachedCode(page)
  expect(kept.count).toBeGreaterThan(10)
  expect(kept.marked).toEqual([worker])

  await app.goOffline()
  await page.reload()
  await coloured()
  expect(page.workers().map((each) => each.url())).toEqual([worker])
})

// Without a service worker, no cache has the highlighter.
testOnline('code stays readable without its worker', async ({ app, page, model }) => {
  await page.route('**/highlight.worker-*.js', (route) => route.abort())
  await app.signIn(await app.makeUser())
  app.watch.expect(/^Failed to load resource: net::ERR_FAILED .*highlight\.worker/)
  await page.goto('/chat/new')
  const asked = page.context().waitForEvent('requestfailed', (request) => request.url().includes('highlight.worker'))
  model.next({ tokens: ['Like this:\n\n```ts\nconst answer = 42\n```\n\n', 'That is all.'] })
  await app.ask('How?')
  await asked
  const code = app.said('Like this:').locator('pre code')
  await expect(code).toHaveText('const answer = 42')
  await expect(code.locator('span')).toHaveCount(0)
  await expect.poll(() => page.workers().length).toBe(0)
})
