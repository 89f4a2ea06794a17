import type { Browser, BrowserContext, Page } from '@playwright/test'

/** How many are kept for tests to come. */
const KEPT_MAX = 3

interface Device {
  context: BrowserContext
  /** Keeps the process alive in which the app's code is compiled; not of the app's origin, only of its site. */
  keeper: Page
  /** Something was built into the context that cannot be taken out again. */
  isSpent: boolean
}

/**
 * Browsers as new: contexts that tests use one after the other, emptied of all that a page can store. What stays
 * is what nobody sees: files that the server calls immutable, and their compiled code.
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

  async giveBack(context: BrowserContext): Promise<void> {
    const [key, device] = this.#used.get(context) ?? []
    this.#used.delete(context)
    if (key === undefined || !device || device.isSpent || device.keeper.isClosed()) return context.close()
    for (const page of context.pages()) if (page !== device.keeper) await page.close()
    await context.unrouteAll({ behavior: 'ignoreErrors' })
    await context.clearPermissions()
    await context.setOffline(false)
    const session = await context.newCDPSession(device.keeper)
    await session.send('Storage.clearDataForOrigin', { origin: this.#origin, storageTypes: 'all' })
    await session.detach()
    this.#idle.set(key, device)
    const [oldest] = this.#idle.keys()
    if (this.#idle.size > KEPT_MAX && oldest !== undefined) await this.#forget(oldest)
  }

  async #forget(key: string): Promise<void> {
    const device = this.#idle.get(key)
    this.#idle.delete(key)
    await device?.context.close()
  }

  async #make(): Promise<Device> {
    const context = await this.#browser.newContext()
    const keeper = await context.newPage()
    await keeper.route('**', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<link rel="icon" href="data:,">' }),
    )
    await keeper.goto(`http://${new URL(this.#origin).hostname}`)
    await keeper.unroute('**')
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
