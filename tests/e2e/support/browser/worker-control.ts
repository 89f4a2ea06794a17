import type { CDPSession, Page } from '@playwright/test'

/** Fires the service worker events that a browser fires at its own time. */
export class WorkerControl {
  readonly #cdp: CDPSession
  readonly #origin: string
  readonly #registrationId: string

  private constructor(cdp: CDPSession, origin: string, registrationId: string) {
    this.#cdp = cdp
    this.#origin = origin
    this.#registrationId = registrationId
  }

  /** Controls the service worker of the page's origin. */
  static async of(page: Page): Promise<WorkerControl> {
    const cdp = await page.context().newCDPSession(page)
    const { origin } = new URL(page.url())
    const registrationId = new Promise<string>((resolve) => {
      cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
        const own = registrations.find(({ scopeURL, isDeleted }) => !isDeleted && scopeURL.startsWith(origin))
        if (own) resolve(own.registrationId)
      })
    })
    await cdp.send('ServiceWorker.enable')
    return new WorkerControl(cdp, origin, await registrationId)
  }

  async sync(tag: string, lastChance = false): Promise<void> {
    const { registrationId, origin } = { registrationId: this.#registrationId, origin: this.#origin }
    await this.#cdp.send('ServiceWorker.dispatchSyncEvent', { origin, registrationId, tag, lastChance })
  }

  async push(data: string): Promise<void> {
    const { registrationId, origin } = { registrationId: this.#registrationId, origin: this.#origin }
    await this.#cdp.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data })
  }
}
