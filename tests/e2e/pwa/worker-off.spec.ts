import { expect, test } from '../fixtures.ts'
import { failedRequests } from '../support/browser/page-watch.ts'
import { sameDocument } from '../support/browser/same-document.ts'

const testSwitched = test.extend({ ownServer: {} })

testSwitched(
  'an operator takes a broken worker out; drafts and what waits stay; on again, all comes back',
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
    // The page that comes has nobody to give it this part; and the server goes before it is asked for again.
    await page.route('**/register-worker-*.js', (route) => route.abort())
    await page.context().setOffline(false)
    // Page and worker get their networks back one after the other; a page that has none yet would stay, and offer the update.
    const reach = () =>
      fetch('/healthz', { cache: 'no-store' }).then(
        ({ ok }) => ok,
        () => false,
      )
    await expect.poll(() => page.evaluate(reach)).toBe(true)
    // The first look may find a socket that went with the network.
    const look = () =>
      page.evaluate(async () => {
        const registration = await navigator.serviceWorker.getRegistration()
        await registration?.update().catch(() => undefined)
      })
    // A browser may take its time to look, and the page five seconds to save.
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
    // The page that came without a worker stays.
    await page.evaluate(() => Object.assign(window, { sameDocument: true }))
    await expect
      .poll(() => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length))
      .toBe(0)
    expect(await sameDocument(page)).toBe(true)

    await server.kill()
    await server.start()
    await page.unroute('**/api/**')
    await page.unroute('**/register-worker-*.js')
    // The browser says that the network is back.
    await page.evaluate(() => window.dispatchEvent(new Event('online')))
    await app.untilOfflineReady()
    await expect(app.said('You said: Written in a tunnel')).toBeVisible()
    await expect(app.composer).toHaveValue('Half a thou')
    await app.goOffline()
    await page.reload()
    await expect(app.composer).toHaveValue('Half a thou')
  },
)
