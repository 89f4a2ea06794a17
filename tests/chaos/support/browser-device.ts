import { setTimeout as delay } from 'node:timers/promises'
import { type Browser, type BrowserContext, type CDPSession, chromium, type Page } from '@playwright/test'
import { expect } from 'vitest'
import { chromiumArguments, ensureChromium } from '#support/browser/chromium.ts'
import type { ApiUser } from '../../../scripts/demo/api-user.ts'
import { signIn } from '../../bench/support/browser.ts'
import type { SelectedFile } from './file-ledger.ts'

const COMMAND_TIMEOUT_MS = 30_000

export function launchBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: ensureChromium(), args: chromiumArguments() })
}

/** A browser profile with the built app, a signed-in user and an active service worker. */
export class BrowserDevice {
  readonly context: BrowserContext
  /** Uncaught errors of all pages. */
  readonly errors: string[] = []
  /** The errors of the navigations that had to be repeated, one for each. */
  readonly hangs: string[] = []
  readonly #url: string
  /** The DevTools session of an empty page, through which the worker can be reached when all tabs are closed. */
  readonly #workers: CDPSession
  readonly #registrations = new Set<string>()

  private constructor(context: BrowserContext, url: string, workers: CDPSession) {
    this.context = context
    this.#url = url
    this.#workers = workers
    context.on('weberror', (error) => this.errors.push(error.error().stack ?? error.error().message))
    workers.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      for (const each of registrations) {
        if (each.isDeleted) this.#registrations.delete(each.registrationId)
        else if (each.scopeURL.startsWith(url)) this.#registrations.add(each.registrationId)
      }
    })
  }

  /** `prepare` runs in every page before its own scripts. */
  static async open(browser: Browser, url: string, user: ApiUser, prepare?: () => void): Promise<BrowserDevice> {
    const context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1280, height: 800 } })
    context.setDefaultTimeout(15_000)
    if (prepare) await context.addInitScript(prepare)
    const desk = await context.newPage()
    await signIn(desk, url, user)
    await desk.goto('about:blank')
    const workers = await context.newCDPSession(desk)
    const device = new BrowserDevice(context, url, workers)
    await workers.send('ServiceWorker.enable')
    const tab = await device.tab('/information')
    await tab.evaluate(async () => {
      await navigator.serviceWorker.ready
      if (navigator.serviceWorker.controller) return
      await new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', resolve))
    })
    await tab.close()
    return device
  }

  async tab(path: string): Promise<Page> {
    const page = await this.context.newPage()
    await this.#visit(page, path)
    return page
  }

  async openChat(page: Page, chatId: string): Promise<void> {
    await this.#visit(page, `/chat/${chatId}`)
    await composerOf(page).waitFor()
  }

  /** A worker that is stopped while it responds to a navigation leaves it hanging; a user would then reload. */
  async #visit(page: Page, path: string): Promise<void> {
    const go = () => page.goto(this.#url + path, { waitUntil: 'commit', timeout: 5_000 })
    for (let tries = 1; tries < 5; tries += 1) {
      try {
        await go()
        return
      } catch (error) {
        this.hangs.push(String(error))
      }
    }
    await go()
  }

  /** Wakes the worker as the browser does when the network returns, with or without an open page. */
  async wakeWorker(tag: string): Promise<void> {
    for (const registrationId of this.#registrations) {
      const event = { origin: this.#url, registrationId, tag, lastChance: false }
      await answered(this.#workers.send('ServiceWorker.dispatchSyncEvent', event), 'The sync event')
    }
  }

  /** Stops the worker, whatever it is doing. */
  async stopWorker(): Promise<void> {
    await answered(this.#workers.send('ServiceWorker.stopAllWorkers'), 'The stopping of the worker')
  }

  /** Sets the storage quota of this origin, in bytes; null restores the browser's own quota. */
  async limitStorage(bytes: number | null): Promise<void> {
    const limit = { origin: this.#url, ...(bytes === null ? {} : { quotaSize: bytes }) }
    await this.#workers.send('Storage.overrideQuotaForOrigin', limit)
  }

  /**
   * Makes the browser notice that it is offline, or online again. Playwright waits for the answer of the worker, and
   * Chromium gives none while the worker is stopped; so the worker is started, by a sync event that it ignores.
   */
  async online(isOnline: boolean): Promise<void> {
    const changed = this.context.setOffline(!isOnline)
    await this.wakeWorker('start-worker')
    await answered(changed, `Setting the browser ${isOnline ? 'online' : 'offline'}`)
  }

  /** The unsent entries of this profile. */
  outbox(): Promise<{ id: string; chat: string; kind: string; state: string }[]> {
    return this.#read(async () => {
      const done = <T>(request: IDBRequest<T>) =>
        new Promise<T>((resolve, reject) => {
          request.onsuccess = () => resolve(request.result)
          request.onerror = () => reject(request.error)
        })
      const db = await done(indexedDB.open('companion'))
      try {
        return await done(db.transaction('outbox').objectStore('outbox').getAll())
      } finally {
        db.close()
      }
    })
  }

  /** The SHA-256 of the contents of files that this profile has, by the id of the file. */
  async fileHashes(): Promise<Map<string, string>> {
    const hashes = await this.#read(async () => {
      const done = <T>(request: IDBRequest<T>) =>
        new Promise<T>((resolve, reject) => {
          request.onsuccess = () => resolve(request.result)
          request.onerror = () => reject(request.error)
        })
      const db = await done(indexedDB.open('companion'))
      const rows = await done<{ id: string; bytes: ArrayBuffer | null }[]>(
        db.transaction('fileBytes').objectStore('fileBytes').getAll(),
      )
      db.close()
      const hashed = rows.map(async ({ id, bytes }): Promise<[string, string]> => {
        const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes ?? new ArrayBuffer(0)))
        return [id, Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')]
      })
      return Promise.all(hashed)
    })
    return new Map(hashes)
  }

  /** The id of the signed-in user by `auth-storage` in localStorage; null when nobody is signed in. */
  async signedIn(): Promise<number | null> {
    const text = await this.#read(() => localStorage.getItem('auth-storage'))
    return (JSON.parse(text ?? '{}') as { state?: { user?: { id: number } | null } }).state?.user?.id ?? null
  }

  /** In a page of the origin that does not run the app; needs the network. */
  async #read<T>(read: () => T | Promise<T>): Promise<T> {
    const page = await this.context.newPage()
    try {
      await page.goto(`${this.#url}/manifest.webmanifest`)
      return (await page.evaluate(read)) as T
    } finally {
      await page.close()
    }
  }
}

/** Rejects when the browser does not answer a command, which has no limit by itself. */
async function answered(command: Promise<unknown>, name: string): Promise<void> {
  const limit = new AbortController()
  const late = delay(COMMAND_TIMEOUT_MS, undefined, { signal: limit.signal }).then(() => {
    throw new Error(`${name} was not answered by the browser within ${COMMAND_TIMEOUT_MS} ms`)
  })
  await Promise.race([command, late]).finally(() => limit.abort())
}

export const composerOf = (page: Page) => page.getByRole('textbox', { name: 'Message' })

/**
 * Types a message, attaches files to it and sends it at once; resolves when the app has stored it, which empties the
 * field.
 */
export async function typeMessage(page: Page, text: string, files: readonly SelectedFile[] = []): Promise<void> {
  const composer = composerOf(page)
  await composer.fill(text)
  if (files.length > 0)
    await page
      .locator('form input[type=file][multiple]')
      .last()
      .setInputFiles([...files])
  await composer.press('Enter')
  await expect.poll(() => composer.inputValue(), { interval: 10, timeout: 15_000 }).toBe('')
}
