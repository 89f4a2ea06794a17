import { type BrowserContext, expect, type Page } from '@playwright/test'
import type { LiveServer } from '#support/servers/live-server.ts'
import { ApiUser } from '../../../scripts/demo/api-user.ts'
import { readBrowserStorage } from './browser/browser-storage.ts'
import { failedRequests, type PageWatch } from './browser/page-watch.ts'

let users = 0

/** A page of the origin that does not run the app. */
const blank = '<link rel="icon" href="data:,">'

/** The actions of a user in the app that tests share. */
export class App {
  readonly page: Page
  readonly server: LiveServer
  readonly watch: PageWatch

  constructor(page: Page, server: LiveServer, watch: PageWatch) {
    this.page = page
    this.server = server
    this.watch = watch
  }

  get context(): BrowserContext {
    return this.page.context()
  }

  /** Fills in and submits the open register page; returns the values. */
  async register(): Promise<{ email: string; password: string }> {
    const typed = { email: `person-${++users}@example.test`, password: 'a quiet harbour 41' }
    const { page } = this
    await page.getByLabel('First name').fill('Ana')
    await page.getByLabel('Last name').fill('Prado')
    await page.getByLabel('Email').fill(typed.email)
    await page.getByLabel('Password', { exact: true }).fill(typed.password)
    await page.getByLabel('Password once more').fill(typed.password)
    await page.getByRole('button', { name: 'Create account' }).click()
    return typed
  }

  /** An account made through the API. */
  makeUser({ trial = true } = {}): Promise<ApiUser> {
    const credentials = { email: `person-${++users}@example.test`, password: 'a quiet harbour 41' }
    return ApiUser.register(this.server.url, { first: 'Ana', last: 'Prado' }, credentials).then(async (user) => {
      if (trial) await user.startTrial()
      return user
    })
  }

  /**
   * Signs in without the form, by what an earlier visit would have left in localStorage; `origin` if it is not the
   * server's.
   */
  async signIn(apiUser: ApiUser, origin = ''): Promise<void> {
    const { user, access, refresh } = apiUser.authenticated
    const stored = { state: { user, accessToken: access, refreshToken: refresh }, version: 1 }
    await this.page.route('**/blank', (route) => route.fulfill({ contentType: 'text/html', body: blank }))
    await this.page.goto(`${origin}/blank`)
    // While any route is active, the browser forwards each request to the test and uses no cache.
    await this.page.unroute('**/blank')
    await this.page.evaluate((text) => localStorage.setItem('auth-storage', text), JSON.stringify(stored))
  }

  get composer() {
    return this.page.getByRole('textbox', { name: /^(Message|Mensaje)$/ })
  }

  /** Returns the first bubble with this text: a question or an answer. */
  said(text: string) {
    return this.page.getByRole('article').filter({ hasText: text }).first()
  }

  /** Types and sends a question; resolves when its bubble is shown. */
  async ask(text: string): Promise<void> {
    await this.composer.fill(text)
    await this.page.getByRole('button', { name: /^(Send|Enviar)$/ }).click()
    await expect(this.said(text)).toBeVisible()
  }

  get #account() {
    return this.page.getByRole('button', { name: /^(Your account|Tu cuenta)/ })
  }

  /** Opens the list of chats with the user menu; on a phone it is in a drawer. The chat must be open. */
  async openList(): Promise<void> {
    const opener = this.page.getByRole('button', { name: 'Chats' })
    await this.#account.or(opener).first().waitFor()
    if (!(await this.#account.isVisible())) await opener.click()
  }

  /** Signs out by the user menu of the chat. */
  async signOut(): Promise<void> {
    await this.openList()
    await this.#account.click()
    await this.page.getByRole('menuitem', { name: /^(Log out|Cerrar sesión|Salir)$/ }).click()
  }

  /** Resolves when the service worker controls the page and has cached the app. */
  async untilOfflineReady(): Promise<void> {
    await this.page.evaluate(async () => {
      await navigator.serviceWorker.ready
      if (navigator.serviceWorker.controller) return
      await new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', resolve))
    })
  }

  /** Resolves when this device has a whole list of the chats, whose age the status line tells without a network. */
  async untilSynced(): Promise<void> {
    await expect.poll(async () => (await readBrowserStorage(this.page)).rows['companion.sync'] ?? []).not.toEqual([])
  }

  /** Resolves when the server has acknowledged all changes of this device; a reload before that repeats them. */
  async untilAcknowledged(): Promise<void> {
    await expect.poll(async () => (await readBrowserStorage(this.page)).rows['companion.outbox'] ?? []).toEqual([])
  }

  /** Disconnects the page and its service worker from the network, and the server too. */
  async goOffline(): Promise<void> {
    this.watch.expect(failedRequests)
    await this.context.setOffline(true)
    await this.server.kill()
  }

  async goOnline(): Promise<void> {
    await this.server.start()
    await this.context.setOffline(false)
  }
}
