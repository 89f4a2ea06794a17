import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, inject } from 'vitest'
import { type ModelServer, startModelServer } from '#support/fakes/model-server.ts'
import { type SearchEngine, startSearchEngine } from '#support/fakes/search-engine.ts'
import { LiveServer } from '#support/servers/live-server.ts'
import { ApiUser } from '../../../scripts/demo/api-user.ts'
import type { Browser } from './browser.ts'
import { findEngine } from './launch.ts'
import { Visitor } from './visitor.ts'

/** Firefox logs fonts whose page was left during loading (NS_BINDING_ABORTED); Chromium logs an unreachable server. */
const harmless = /^Error: downloadable font: .*status=2152398850|^Failed to load resource:/
const pictures = join(import.meta.dirname, '../../../test-results/engines')

export interface TestEnvironment {
  readonly server: LiveServer
  readonly model: ModelServer
  readonly engine: SearchEngine
  /** Opens a new tab at `origin`, by default the server's. */
  visitor(origin?: string): Promise<Visitor>
  /** Registers an account through the API. */
  registerUser(options?: { trial: boolean }): Promise<ApiUser>
  /** Closes what this test has opened when it ends. */
  atEnd(close: () => Promise<unknown>): void
}

/**
 * One server and one browser for the tests of a file. A test must leave no console error; a failed one leaves a
 * screenshot of each tab in test-results/engines. `settings` are added to the server's environment. `readsPages`: a web
 * search reads the pages of the simulated search engine, for which the server runs from its sources, and starts slower.
 */
export function environmentForFile(
  settings: Readonly<Record<string, string>> = {},
  { readsPages = false }: { readsPages?: boolean } = {},
): TestEnvironment {
  let server: LiveServer
  let model: ModelServer
  let engine: SearchEngine
  let browser: Browser
  let users = 0
  let visitors: Visitor[] = []
  let closers: (() => Promise<unknown>)[] = []

  beforeAll(async () => {
    model = await startModelServer()
    engine = await startSearchEngine()
    const env = { ASSISTANT_BASE_URL: model.url, ASSISTANT_MODEL: 'test-model', RATE_LIMITS: 'off' }
    const web = { SEARCH_URL: engine.url, PAGES_PORT: new URL(engine.url).port }
    const program = readsPages ? 'tests/support/programs/local-pages-server.ts' : undefined
    server = await LiveServer.start({ ...env, ...web, ...settings }, program)
    browser = await findEngine(inject('engine'))()
  })
  afterAll(async () => {
    await browser?.close()
    await server?.remove()
    await model?.close()
    await engine?.close()
  })

  afterEach(async ({ task }) => {
    const failed = task.result?.state === 'fail'
    const [open, last] = [visitors, closers]
    visitors = []
    closers = []
    const errors: string[] = []
    for (const [index, { tab }] of open.entries()) {
      await tab.activate()
      if (failed) await savePicture(`${inject('engine')} ${task.name} ${index + 1}`, await tab.screenshot())
      errors.push(...(await tab.errors()))
      await tab.close()
    }
    for (const close of last) await close()
    const unexpected = errors.filter((error) => !harmless.test(error))
    expect(unexpected, `what the browser complained about: ${unexpected.join('\n')}`).toEqual([])
  })

  return {
    get server() {
      return server
    },
    get model() {
      return model
    },
    get engine() {
      return engine
    },
    visitor: async (origin = server.url) => {
      const visitor = new Visitor(await browser.newTab(), origin)
      visitors.push(visitor)
      return visitor
    },
    registerUser: async ({ trial } = { trial: true }) => {
      const credentials = { email: `person-${++users}@example.test`, password: 'a quiet harbour 41' }
      const user = await ApiUser.register(server.url, { first: 'Ana', last: 'Prado' }, credentials)
      if (trial) await user.startTrial()
      return user
    },
    atEnd: (close) => closers.push(close),
  }
}

async function savePicture(name: string, picture: Uint8Array): Promise<void> {
  await mkdir(pictures, { recursive: true })
  await writeFile(join(pictures, `${name.replace(/[^\w]+/g, '-').slice(0, 80)}.png`), picture)
}
