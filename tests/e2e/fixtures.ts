import { test as base, expect, type Page } from '@playwright/test'
import { type ModelServer, startModelServer } from '#support/fakes/model-server.ts'
import { LiveServer } from '#support/servers/live-server.ts'
import { App } from './support/app.ts'
import { Devices } from './support/browser/context-pool.ts'
import { PageWatch } from './support/browser/page-watch.ts'
import { SharedEnvironment, settingsFor } from './support/servers/shared-environment.ts'

export interface Options {
  /**
   * An isolated server process with an empty folder, for a test that kills its server, changes its settings, or counts
   * all of its data. Other tests share one server and have separate users; for them a "killed" server is only
   * unreachable.
   */
  ownServer: false | { env?: Record<string, string>; program?: string }
  /** A new browser, for a test that needs permissions or notifications. */
  ownBrowser: boolean
  /** Whether the precache of an earlier test stays for a new service worker; if not, the test has a new context. */
  retainPrecache: boolean
}

interface Fixtures extends Options {
  /** A small OpenAI-compatible server to which the app's server sends its requests. */
  model: ModelServer
  server: LiveServer
  watch: PageWatch
  app: App
}

interface WorkerFixtures {
  environment: SharedEnvironment
  devices: Devices
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  ownServer: [false, { option: true }],
  ownBrowser: [false, { option: true }],
  retainPrecache: [true, { option: true }],
  environment: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from the pattern.
    async ({}, use) => {
      const environment = await SharedEnvironment.open()
      await use(environment)
      await environment.close()
    },
    { scope: 'worker' },
  ],
  devices: [
    async ({ browser, environment }, use) => use(new Devices(browser, environment.address.url)),
    { scope: 'worker' },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from the pattern.
  model: async ({}, use) => {
    const model = await startModelServer()
    await use(model)
    await model.close()
  },
  server: async ({ model, environment, ownServer }, use, info) => {
    const server = ownServer
      ? await LiveServer.start(
          { ...settingsFor(model.url), ...ownServer.env },
          ownServer.program,
          environment.address.port,
        )
      : await environment.server(model.url)
    const before = server.output.length
    await use(server)
    if (ownServer) await server.remove()
    else await environment.rest()
    if (info.status !== info.expectedStatus) await info.attach('server', { body: server.output.slice(before) })
  },
  baseURL: async ({ server }, use) => use(server.url),
  context: async (
    {
      browser,
      devices,
      environment,
      ownBrowser,
      retainPrecache,
      baseURL,
      locale,
      viewport,
      colorScheme,
      isMobile,
      hasTouch,
      timezoneId,
      userAgent,
      serviceWorkers,
      contextOptions,
      trace,
    },
    use,
  ) => {
    if (ownBrowser || !retainPrecache || baseURL !== environment.address.url || trace !== 'off') {
      const context = await browser.newContext()
      await use(context)
      return context.close()
    }
    const looks = [
      ...[locale, timezoneId, viewport, colorScheme, isMobile, hasTouch],
      ...[userAgent, serviceWorkers, contextOptions],
    ]
    const context = await devices.take(JSON.stringify(looks))
    await use(context)
    // Without a service worker there is no precache.
    await devices.giveBack(context, retainPrecache && serviceWorkers !== 'block')
  },
  watch: async ({ context }, use, info) => {
    const watch = new PageWatch(context)
    await use(watch)
    watch.end()
    if (watch.problems().length > 0) await info.attach('heard', { body: watch.story() })
    expect(watch.problems(), 'what the browser complained about').toEqual([])
  },
  app: async ({ page, server, watch }, use, info) => {
    await use(new App(page, server, watch))
    // A failure by chance may not be seen again: what the page showed is printed with it.
    if (info.status !== info.expectedStatus) await info.attach('page', { body: await describePage(page) })
  },
})

/** The address and the accessibility tree of a page, or why it cannot be described. */
async function describePage(page: Page): Promise<string> {
  const shown = await page.locator('body').ariaSnapshot().catch(String)
  return `${page.url()}\n${shown}`
}

/** Like `test`, for tests that need no service worker, whose installation takes a second. */
export const testOnline = test.extend({ serviceWorkers: 'block' })

export { expect }
