import { chromiumArguments, ensureChromium } from '#support/browser/chromium.ts'
import { LiveServer } from '#support/servers/live-server.ts'
import { startTlsProxy, type TlsProxy } from '#support/servers/tls-proxy.ts'
import { expect, test as shared } from '../fixtures.ts'
import { failedRequests } from '../support/browser/page-watch.ts'
import { settingsFor } from '../support/servers/shared-environment.ts'

const test = shared.extend<{ front: TlsProxy }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from the pattern.
  front: async ({}, use) => {
    const front = await startTlsProxy()
    await use(front)
    await front.close()
  },
  server: async ({ model, front }, use) => {
    const settings = { ...settingsFor(model.url), PUBLIC_URL: front.url, TRUST_PROXY: '1', PAYMENTS: 'sandbox' }
    const server = await LiveServer.start(settings)
    front.target = server.listensAt
    await use(server)
    await server.remove()
  },
})

// A browser argument, because the context's `ignoreHTTPSErrors` does not apply to requests of a service worker.
const args = [...chromiumArguments(), '--ignore-certificate-errors']
test.use({ launchOptions: { executablePath: ensureChromium(), args } })

test('an answer is streamed behind a proxy with TLS and HTTP/2 and survives a reload, and an offline message is sent once', async ({
  app,
  page,
  context,
  model,
  server,
}) => {
  await test.step('a user registers and starts the trial', async () => {
    const landed = await page.goto('/auth/register')
    expect(landed?.headers()['strict-transport-security']).toMatch(/^max-age=31536000/)
    await app.register()
    await page.getByRole('link', { name: 'Start the free trial' }).click()
    await page.getByRole('button', { name: 'Start free' }).click()
    await page.getByRole('link', { name: 'Start chatting' }).click()
    await app.untilOfflineReady()
  })

  await test.step('an answer comes in parts, and goes on after a reload', async () => {
    const answer = model.next(['The first part, ', 'the second, ', 'and the end.'])
    await app.ask('Are you there?')
    await answer.released(1)
    await expect(app.said('The first part,')).toBeVisible()
    await page.reload()
    await expect(app.said('The first part,')).toBeVisible()
    await answer.released(2)
    await expect(app.said('The first part, the second,')).toBeVisible()
    await answer.release()
    await expect(app.said('The first part, the second, and the end.')).toBeVisible()
    const protocols = await page.evaluate(() =>
      performance.getEntriesByType('resource').flatMap((entry) => {
        const { name, nextHopProtocol } = entry as PerformanceResourceTiming
        return name.includes('/api/v1/') ? [nextHopProtocol] : []
      }),
    )
    expect(new Set(protocols)).toEqual(new Set(['h2']))
  })

  await test.step('what was typed without a network is sent once', async () => {
    app.watch.expect(failedRequests)
    await context.setOffline(true)
    await app.ask('Written in a tunnel')
    await expect(app.said('Written in a tunnel').getByText(/^Waiting/)).toBeVisible()
    const asked = () => model.requests.filter(({ messages }) => messages.at(-1)?.content === 'Written in a tunnel')
    expect(asked()).toHaveLength(0)
    await context.setOffline(false)
    await expect.poll(asked).toHaveLength(1)
    await expect(page.getByText(/^Waiting/)).toHaveCount(0)
    expect(asked()).toHaveLength(1)
  })

  expect(server.url).toMatch(/^https:/)
})
