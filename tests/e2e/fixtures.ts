import { test as base, expect } from '@playwright/test'
import { LiveServer } from '#support/live-server.ts'
import { type ModelServer, startModelServer } from '#support/model-server.ts'
import { App } from './support/app.ts'
import { PageWatch } from './support/page-watch.ts'

interface Fixtures {
  /** A small OpenAI-compatible server, which the app's server asks. */
  model: ModelServer
  /** A server process of the test's own, over an empty folder. */
  server: LiveServer
  watch: PageWatch
  app: App
}

export const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from the pattern.
  model: async ({}, use) => {
    const model = await startModelServer()
    await use(model)
    await model.close()
  },
  server: async ({ model }, use, info) => {
    const server = await LiveServer.start({ ASSISTANT_BASE_URL: model.url, ASSISTANT_MODEL: 'test-model' })
    await use(server)
    await server.remove()
    if (info.status !== info.expectedStatus) await info.attach('server', { body: server.output })
  },
  baseURL: async ({ server }, use) => use(server.url),
  watch: async ({ context }, use) => {
    const watch = new PageWatch(context)
    await use(watch)
    expect(watch.problems(), 'what the browser complained about').toEqual([])
  },
  app: async ({ page, server, watch }, use) => use(new App(page, server, watch)),
})

export { expect }
