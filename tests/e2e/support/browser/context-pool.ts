import type { Browser, BrowserContext, Page } from '@playwright/test'

/** How many are kept for tests to come. */
const KEPT_MAX = 3

/** All that a page can store, but for its caches, of which one may stay. */
const CLEARED = 'cookies,file_systems,indexeddb,local_storage,service_workers,shader_cache'

interface Device {
  context: BrowserContext
  /** Keeps the process alive in which the app's code is compiled; not of the app's origin, only of its site. */
  keeper: Page
  /** Something was built into the context that cannot be taken out again. */
  isSpent: boolean
}

/**
 * Browsers as new: contexts that tests use one after the other, emptied of all that a page can store. What stays
 * is what nobody sees: files that the server calls immutable, and their compiled code; and, unless a test is about
 * that, the precache, from which the next worker, which is installed anew, takes the files of the same build.
 */
export class Devices {
  readonly #browser: Browser
  readonly #origin: string
  readonly #idle = new Map<string, Device>()
  readonly #used = new Map<BrowserContext, [key: string, device: Device]>()

  constructor(browser: Browser, origin: string) {
    this.#browser = browser
    this.#origin = origin
  }

  /** One with the options of the running test, of which `key` is made. */
  async take(key: string): Promise<BrowserContext> {
    const device = this.#idle.get(key) ?? (await this.#make())
    this.#idle.delete(key)
    this.#used.set(device.context, [key, device])
    return device.context
  }

  /** `retainPrecache`: the next test need not fetch the whole shell for its service worker. */
  async giveBack(context: BrowserContext, retainPrecache: boolean): Promise<void> {
    const [key, device] = this.#used.get(context) ?? []
    this.#used.delete(context)
    if (key === undefined || !device || device.isSpent || device.keeper.isClosed()) return context.close()
    for (const page of context.pages()) if (page !== device.keeper) await page.close()
    await context.unrouteAll({ behavior: 'ignoreErrors' })
    await context.clearPermissions()
    await context.setOffline(false)
    const session = await context.newCDPSession(device.keeper)
    const workers = context.serviceWorkers()
    const ended = Promise.allSettled(workers.map((worker) => worker.waitForEvent('close', { timeout: 5_000 })))
    for (const origin of new Set([this.#origin, ...workers.map((worker) => new URL(worker.url()).origin)])) {
      const storageTypes = retainPrecache && origin === this.#origin ? CLEARED : 'all'
      await session.send('Storage.clearDataForOrigin', { origin, storageTypes })
    }
    if (retainPrecache) await this.#deleteOtherCaches(device.keeper)
    await session.detach()
    // Playwright's `setOffline` asks every worker of the context, and waits for ever for one that the browser has stopped.
    if ((await ended).some(({ status }) => status === 'rejected')) return context.close()
    this.#idle.set(key, device)
    const [oldest] = this.#idle.keys()
    if (this.#idle.size > KEPT_MAX && oldest !== undefined) await this.#forget(oldest)
  }

  /** On an empty page of the app's origin, which is left again: it would hold what is to be cleared. */
  async #deleteOtherCaches(keeper: Page): Promise<void> {
    await showEmptyPage(keeper, `${this.#origin}/empty`)
    await keeper.evaluate(async () => {
      const others = (await caches.keys()).filter((name) => !name.startsWith('workbox-precache'))
      await Promise.all(others.map((name) => caches.delete(name)))
    })
    await showEmptyPage(keeper, siteOf(this.#origin))
  }

  async #forget(key: string): Promise<void> {
    const device = this.#idle.get(key)
    this.#idle.delete(key)
    await device?.context.close()
  }

  async #make(): Promise<Device> {
    const context = await this.#browser.newContext()
    const keeper = await context.newPage()
    await showEmptyPage(keeper, siteOf(this.#origin))
    const device: Device = { context, keeper, isSpent: false }
    for (const name of ['addInitScript', 'exposeFunction', 'exposeBinding'] as const) {
      const method = context[name].bind(context) as (...input: unknown[]) => Promise<never>
      const spend = (...input: unknown[]) => {
        device.isSpent = true
        return method(...input)
      }
      Object.assign(context, { [name]: spend })
    }
    return device
  }
}

const siteOf = (origin: string) => `http://${new URL(origin).hostname}`

/** Without asking a server. */
async function showEmptyPage(page: Page, address: string): Promise<void> {
  await page.route('**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<link rel="icon" href="data:,">' }),
  )
  await page.goto(address)
  await page.unroute('**')
}
