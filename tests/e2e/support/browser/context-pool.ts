import type { Browser, BrowserContext, Page } from '@playwright/test'

/** The maximum number of idle contexts; with three, a tenth of the contexts was made, and the app compiled, anew. */
const KEPT_MAX = 6

/** All storage types except caches, because the precache may stay. */
const CLEARED = 'cookies,file_systems,indexeddb,local_storage,service_workers,shader_cache'

interface Device {
  context: BrowserContext
  /** Keeps the renderer process with the compiled code alive; a page of the same site but not of the app's origin. */
  keeper: Page
  /** True when a change to the context cannot be undone. */
  isSpent: boolean
}

/**
 * A pool of browser contexts that tests use one after another; each is cleared in between. Only immutable files with
 * their compiled code stay, and, unless a test is about it, the precache, from which the next service worker takes the
 * files of the same build.
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

  /** Returns a context with the options of the running test, which are encoded in `key`. */
  async take(key: string): Promise<BrowserContext> {
    const device = this.#idle.get(key) ?? (await this.#make())
    this.#idle.delete(key)
    this.#used.set(device.context, [key, device])
    return device.context
  }

  /** `retainPrecache`: the next test need not download the whole app for its service worker. */
  async giveBack(context: BrowserContext, retainPrecache: boolean): Promise<void> {
    const [key, device] = this.#used.get(context) ?? []
    this.#used.delete(context)
    if (key === undefined || !device || device.isSpent || device.keeper.isClosed()) return context.close()
    for (const page of context.pages()) if (page !== device.keeper) await page.close()
    // The browser closes a page that is busy for half a second, and its script runs on: it could store something after
    // the clearing. The keeper shares the main thread of that process, so it answers only when the script has ended.
    await device.keeper.evaluate(() => null)
    await context.unrouteAll({ behavior: 'ignoreErrors' })
    await context.clearPermissions()
    await context.setOffline(false)
    const session = await context.newCDPSession(device.keeper)
    const workers = context.serviceWorkers()
    const ended = Promise.allSettled(workers.map((worker) => worker.waitForEvent('close', { timeout: 5_000 })))
    // A deleted worker that a debugger is attached to, as Playwright is, runs on until something stops it.
    await session.send('ServiceWorker.enable')
    await session.send('ServiceWorker.stopAllWorkers')
    for (const origin of new Set([this.#origin, ...workers.map((worker) => new URL(worker.url()).origin)])) {
      const storageTypes = retainPrecache && origin === this.#origin ? CLEARED : 'all'
      await session.send('Storage.clearDataForOrigin', { origin, storageTypes })
    }
    if (retainPrecache) await this.#deleteOtherCaches(device.keeper)
    await session.detach()
    // Playwright's `setOffline` calls every worker of the context and never returns when the browser has stopped one.
    if ((await ended).some(({ status }) => status === 'rejected')) return context.close()
    this.#idle.set(key, device)
    const [oldest] = this.#idle.keys()
    if (this.#idle.size > KEPT_MAX && oldest !== undefined) await this.#forget(oldest)
  }

  /** Uses an empty page of the app's origin and leaves it again, because an open page would block clearing. */
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

/** Shows an empty page without a request to the server. */
async function showEmptyPage(page: Page, address: string): Promise<void> {
  await page.route('**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<link rel="icon" href="data:,">' }),
  )
  await page.goto(address)
  await page.unroute('**')
}
