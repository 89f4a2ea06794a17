import type { Authenticated } from '#contract/objects/user.ts'
import type { Tab } from './browser.ts'
import { locate, type Role, wasMissed } from './locate.ts'

/** The timeout for everything that must appear; giving up sooner would prove nothing. */
const WITHIN_MS = 15_000
const LOOK_EVERY_MS = 25

interface SelectedFile {
  name: string
  type: string
  bytes: Uint8Array
}

/** A user of the app in one tab: finds elements as users do and waits for them. */
export class Visitor {
  readonly tab: Tab
  readonly #origin: string

  constructor(tab: Tab, origin: string) {
    this.tab = tab
    this.#origin = origin
  }

  async open(path: string): Promise<void> {
    await this.tab.goto(this.#origin + path)
  }

  /** Signs in without the form, by storing what an earlier visit would have left; another user's data is removed. */
  async signIn({ user, access, refresh }: Authenticated): Promise<void> {
    const stored = { state: { user, accessToken: access, refreshToken: refresh }, version: 1 }
    // A document of the origin that does not run the app.
    await this.open('/healthz')
    const replaceStorage = async (text: string) => {
      const gone = (name: string) =>
        new Promise((resolve, reject) => {
          const request = indexedDB.deleteDatabase(name)
          request.onsuccess = resolve
          // A worker or a tab still has the database open; the browser deletes it when they close it.
          request.onblocked = resolve
          request.onerror = () => reject(request.error)
        })
      // Awaited, because WebKit drops the deletion when this document is left, and the app would find the previous
      // user.
      await Promise.all((await indexedDB.databases()).map(({ name }) => (name === undefined ? undefined : gone(name))))
      localStorage.setItem('auth-storage', text)
      return true
    }
    await this.until('an empty storage', () => this.tab.evaluate(replaceStorage, JSON.stringify(stored)))
  }

  async click(role: Role, name: string | RegExp): Promise<void> {
    const source = typeof name === 'string' ? `^${name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$` : name.source
    await this.until(`the ${role} ${name}`, async () => {
      const located = await this.tab.evaluate(locate, { role, name: source })
      if ('problem' in located) throw new Error(located.problem)
      await this.tab.click(located.x, located.y)
      // A click may navigate away, and then the old document cannot be queried.
      if (await this.tab.evaluate(wasMissed, null).catch(() => false)) throw new Error('moved away')
      return located
    })
  }

  /** Types into the field with that label, replacing its content. */
  async fill(label: string | RegExp, text: string): Promise<void> {
    await this.click('textbox', label)
    await this.tab.evaluate(() => {
      if ('select' in (document.activeElement ?? {})) (document.activeElement as HTMLInputElement).select()
    }, null)
    await this.tab.type(text)
  }

  /** Writes a message and sends it; resolves when its bubble is shown. */
  async ask(text: string): Promise<void> {
    await this.fill('Message', text)
    await this.click('button', 'Send')
    await this.sees(text, 'article')
  }

  /** Chooses files in the composer, as its menu does. */
  async attach(files: readonly SelectedFile[]): Promise<void> {
    await this.hasLoadedChunks()
    await this.choose('form input[type=file][multiple]', files)
  }

  /**
   * Chooses files in the last input that matches, as the system's dialog does, which no protocol drives in all engines.
   */
  async choose(selector: string, files: readonly SelectedFile[]): Promise<void> {
    const choose = ({
      selector,
      files,
    }: {
      selector: string
      files: (Omit<SelectedFile, 'bytes'> & { base64: string })[]
    }) => {
      const input = [...document.querySelectorAll<HTMLInputElement>(selector)].at(-1)
      if (!input) throw new Error(`No input is ${selector}`)
      const selected = new DataTransfer()
      for (const { name, type, base64 } of files) {
        const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
        selected.items.add(new File([bytes], name, { type }))
      }
      input.files = selected.files
      input.dispatchEvent(new Event('change', { bubbles: true }))
    }
    const given = files.map(({ bytes, ...file }) => ({ ...file, base64: Buffer.from(bytes).toString('base64') }))
    await this.tab.evaluate(choose, { selector, files: given })
  }

  /** Waits until the picture with that name is shown in a message. */
  async seesPicture(name: string): Promise<void> {
    const isShown = (name: string) => {
      const picture = document.querySelector<HTMLImageElement>(`article button[aria-label="Open ${name}"] img`)
      return picture !== null && picture.naturalWidth > 0
    }
    await this.until(`the picture ${name}`, async () => (await this.tab.evaluate(isShown, name)) || undefined)
  }

  /** Waits until a visible element of that selector contains the text. */
  async sees(text: string, selector = 'body'): Promise<void> {
    await this.until(`“${text}” in ${selector}`, async () => (await this.#shown(text, selector)) || undefined)
  }

  async seesNo(text: string, selector = 'body'): Promise<void> {
    await this.until(`no “${text}” in ${selector}`, async () => !(await this.#shown(text, selector)) || undefined)
  }

  /** Waits until the address has this path. */
  async isAt(path: RegExp): Promise<void> {
    await this.until(`the address ${path}`, async () => {
      const now = await this.tab.evaluate(() => location.pathname + location.search, null)
      if (!path.test(now)) throw new Error(`it is ${now}`)
      return now
    })
  }

  /** Waits until the service worker controls the page and has cached the app. */
  async isReadyForOffline(): Promise<void> {
    const isControlled = () => navigator.serviceWorker.controller !== null
    await this.until('the service worker', async () => (await this.tab.evaluate(isControlled, null)) || undefined)
  }

  /**
   * Waits until the composer has the parts that are loaded after it, and each chunk that the page has requested is
   * there: Firefox logs an error for a chunk whose page is left while it is being loaded.
   */
  async hasLoadedChunks(): Promise<void> {
    const hasLoaded = () => {
      const loaded = new Set(performance.getEntriesByType('resource').map(({ name }) => name))
      const links = document.querySelectorAll<HTMLLinkElement>('link[rel=modulepreload], link[rel=stylesheet]')
      return (
        document.querySelector('[aria-label="Add files"]') !== null && [...links].every(({ href }) => loaded.has(href))
      )
    }
    await this.until('the chunks of the page', async () => (await this.tab.evaluate(hasLoaded, null)) || undefined)
  }

  /** Polls until there is a result; an error counts as none, because pages may be left during a poll. */
  async until<Result>(what: string, look: () => Promise<Result | undefined>): Promise<Result> {
    let last = 'nothing'
    for (const end = Date.now() + WITHIN_MS; Date.now() < end; ) {
      try {
        const result = await look()
        if (result !== undefined) return result
      } catch (error) {
        last = error instanceof Error ? error.message : String(error)
      }
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
    }
    throw new Error(`Waited ${WITHIN_MS} ms for ${what}: ${last}\n${await this.#page()}`)
  }

  async #shown(text: string, selector: string): Promise<boolean> {
    const has = ({ text, selector }: { text: string; selector: string }) =>
      [...document.querySelectorAll<HTMLElement>(selector)].some(({ innerText }) => innerText.includes(text))
    return this.tab.evaluate(has, { text, selector })
  }

  async #page(): Promise<string> {
    const read = () => `${location.href}\n${document.body.innerText.slice(0, 600)}`
    return this.tab.evaluate(read, null).catch((error: unknown) => `The page cannot be read: ${error}`)
  }
}
