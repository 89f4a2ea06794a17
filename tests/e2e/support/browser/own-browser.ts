import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { type Browser, chromium, type Page } from '@playwright/test'
import { chromiumArguments, ensureChromium } from '#support/browser/chromium.ts'

/** A browser with a profile on disk and a process that a test can kill, like a crash or an empty battery. */
export class OwnBrowser {
  readonly #folder: string
  #running: { process: ChildProcess; browser: Browser } | undefined

  private constructor(folder: string) {
    this.#folder = folder
  }

  static async make(): Promise<OwnBrowser> {
    return new OwnBrowser(await mkdtemp(join(tmpdir(), 'own-browser-')))
  }

  /** Starts the browser, or restarts it with the same profile; returns its first page. */
  async open(): Promise<Page> {
    const own = ['--headless=new', '--remote-debugging-port=0', `--user-data-dir=${this.#folder}`]
    const child = spawn(ensureChromium(), [...chromiumArguments(), ...own, 'about:blank'], {
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    const browser = await chromium.connectOverCDP(await addressOf(child))
    this.#running = { process: child, browser }
    const [context] = browser.contexts()
    if (!context) throw new Error('The browser came without a context')
    return context.pages()[0] ?? context.newPage()
  }

  async kill(): Promise<void> {
    const running = this.#running
    this.#running = undefined
    if (!running || running.process.exitCode !== null) return
    const ended = once(running.process, 'exit')
    running.process.kill('SIGKILL')
    await ended
    await running.browser.close()
  }

  async remove(): Promise<void> {
    await this.kill()
    await rm(this.#folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  }
}

async function addressOf(child: ChildProcess): Promise<string> {
  if (!child.stderr) throw new Error('The browser has no output')
  for await (const line of createInterface({ input: child.stderr })) {
    const address = /DevTools listening on (ws:\S+)/.exec(line)?.[1]
    if (address !== undefined) return address
  }
  throw new Error('The browser ended before it was ready')
}
