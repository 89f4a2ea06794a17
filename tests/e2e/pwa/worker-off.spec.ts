import { expect, test } from '../fixtures.ts'
import { failedRequests } from '../support/browser/page-watch.ts'
import { sameDocument } from '../support/browser/same-document.ts'

const testSwitched = test.extend({ ownServer: {} })

testSwitched(
  'a page without its worker, which an operator has switched off, keeps drafts and unsent messages until it is on again',
  async ({ app, page, server, watch }) => {
    test.setTimeout(90_000)
    watch.expect(failedRequests)
    await app.signIn(await app.makeUser())
    await page.goto('/chat/new')
    await app.untilOfflineReady()
    await app.goOffline()
    await app.ask('Written in a tunnel')
    await app.composer.pressSequentially('Half a thou')
    await page.evaluate(() => Object.assign(window, { sameDocument: true }))

    await server.start({ SERVICE_WORKER: 'off' })
    expect((await fetch(`${server.url}/sw.js`)).headers.get('cache-control')).toBe('no-cache')
    await page.route('**/api/**', (route) => route.abort())
    // The new page has no service worker to serve this chunk, and the server stops before it is requested again.
    await page.route('**/register-worker-*.js', (route) => route.abort())
    await page.context().setOffline(false)
    // Page and worker go online one after another; a page that is still offline would not reload but offer the update.
    const reach = () =>
      fetch('/healthz', { cache: 'no-store' }).then(
        ({ ok }) => ok,
        () => false,
      )
    await expect.poll(() => page.evaluate(reach)).toBe(true)
    // The first request may use a socket that was closed with the network.
    const look = () =>
      page.evaluate(async () => {
        const registration = await navigator.serviceWorker.getRegistration()
        await registration?.update().catch(() => undefined)
      })
    // The browser's check may be slow, and the page has five seconds to save.
    await expect
      .poll(
        async () => {
          await look().catch(() => undefined)
          return sameDocument(page)
        },
        { timeout: 30_000 },
      )
      .toBe(false)
    await expect(app.composer).toHaveValue('Half a thou')
    await expect(app.said('Written in a tunnel')).toBeVisible()
    await expect
      .poll(() => page.evaluate(async () => [navigator.serviceWorker.controller, await caches.keys()]))
      .toEqual([null, []])
    // The page now has no worker and must not be reloaded again.
    await page.evaluate(() => Object.assign(window, { sameDocument: true }))
    await expect
      .poll(() => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length))
      .toBe(0)
    expect(await sameDocument(page)).toBe(true)

    await server.kill()
    await server.start()
    await page.unroute('**/api/**')
    await page.unroute('**/register-worker-*.js')
    // Simulates the return of the network.
    await page.evaluate(() => window.dispatchEvent(new Event('online')))
    await app.untilOfflineReady()
    await expect(app.said('You said: Written in a tunnel')).toBeVisible()
    await expect(app.composer).toHaveValue('Half a thou')
    await app.goOffline()
    await page.reload()
    await expect(app.composer).toHaveValue('Half a thou')
  },
)
