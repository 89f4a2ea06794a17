import { type ChildProcess, type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import * as v from 'valibot'
import { freePort } from '../../../scripts/free-port.ts'
import { type Browser, callOf, type Tab, viewport } from './browser.ts'
import { WebDriverSession } from './webdriver.ts'

const Result = v.union([v.object({ value: v.unknown() }), v.object({ error: v.string() })])
const Window = v.object({ handle: v.string() })
/** The driver never responds to a script whose document was left; callers that wait for something poll again. */
const SCRIPT_WITHIN_MS = 4_000
const screenSize = `${viewport.width}x${viewport.height}x24`

/**
 * WebKitGTK by WebKitWebDriver, which supports classic WebDriver only, on its own virtual screen. Its browser,
 * MiniBrowser, stores nothing after the session; it is full-screen, because its toolbar is wider than a phone.
 */
export async function launchWebKit(driverPath: string): Promise<Browser> {
  const home = await mkdtemp(join(tmpdir(), 'companion-webkit-'))
  const children: ChildProcess[] = []
  const close = async () => {
    for (const child of children.reverse()) await end(child)
    await rm(home, { recursive: true, force: true })
  }
  try {
    await mkdir(join(home, 'gtk-3.0'))
    // WebKitGTK's setting for users who prefer reduced motion.
    await writeFile(join(home, 'gtk-3.0/settings.ini'), '[Settings]\ngtk-enable-animations=0\n')
    const screen = spawn('Xvfb', ['-displayfd', '1', '-screen', '0', screenSize, '-nolisten', 'tcp'], {
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    children.push(screen)
    const display = await firstLine(screen)
    const port = await freePort()
    const folders = { XDG_CONFIG_HOME: home, XDG_CACHE_HOME: home, XDG_DATA_HOME: home }
    const env = {
      ...process.env,
      ...folders,
      // Without a graphics card, buffers for one only cost: a journey takes two thirds of the processor time without
      // them.
      WEBKIT_DISABLE_DMABUF_RENDERER: '1',
      DISPLAY: `:${display}`,
      LANG: 'en_GB.UTF-8',
      NO_AT_BRIDGE: '1',
    }
    const driver = spawn(driverPath, [`--port=${port}`, '--host=127.0.0.1'], { stdio: 'ignore', env })
    children.push(driver)
    const url = `http://127.0.0.1:${port}`
    await untilAnswers(`${url}/status`, driver)
    const session = await WebDriverSession.open(url, {
      'webkitgtk:browserOptions': { args: ['--automation', '--full-screen'] },
    })
    // The window is reused: a session ends with its last window.
    const first = v.parse(v.string(), await session.get('/window'))
    await session.post('/window/rect', { x: 0, y: 0, ...viewport })
    let isFree = true
    return {
      newTab: async () => {
        await session.post('/window', { handle: first })
        if (!isFree) return WebKitTab.open(session)
        isFree = false
        return new WebKitTab(session, first, async () => {
          await session.post('/url', { url: 'about:blank' })
          isFree = true
        })
      },
      close: async () => {
        await session.delete().finally(close)
      },
    }
  } catch (error) {
    await close()
    throw error
  }
}

class WebKitTab implements Tab {
  readonly #session: WebDriverSession
  readonly #handle: string
  readonly #leave: () => Promise<unknown>
  #errors: string[] = []

  constructor(session: WebDriverSession, handle: string, leave: () => Promise<unknown>) {
    this.#session = session
    this.#handle = handle
    this.#leave = leave
  }

  static async open(session: WebDriverSession): Promise<Tab> {
    // A window, not a tab: a screenshot of a tab in the background never returns.
    const { handle } = v.parse(Window, await session.post('/window/new', { type: 'window' }))
    const tab = new WebKitTab(session, handle, () => session.delete('/window'))
    await tab.activate()
    await session.post('/window/fullscreen')
    await session.post('/window/rect', { x: 0, y: 0, ...viewport })
    return tab
  }

  async activate(): Promise<void> {
    await this.#session.post('/window', { handle: this.#handle })
  }

  async goto(url: string): Promise<void> {
    await this.errors()
    await this.#session.post('/url', { url })
  }

  async reload(): Promise<void> {
    await this.errors()
    await this.#session.post('/refresh')
  }

  async evaluate<Input, Output>(run: (input: Input) => Output, input: Input): Promise<Awaited<Output>> {
    const script = `const done = arguments[0]
      ;(${collectErrors})()
      Promise.resolve().then(() => ${callOf(run, input)})
        .then((value) => done({ value }), (error) => done({ error: String(error?.stack ?? error) }))`
    const result = v.parse(Result, await this.#session.post('/execute/async', { script, args: [] }, SCRIPT_WITHIN_MS))
    if ('error' in result) throw new Error(result.error)
    return result.value as Awaited<Output>
  }

  async click(x: number, y: number): Promise<void> {
    const actions = [
      { type: 'pointerMove', x: Math.round(x), y: Math.round(y), duration: 0 },
      { type: 'pointerDown', button: 0 },
      { type: 'pointerUp', button: 0 },
    ]
    await this.#session.post('/actions', { actions: [{ type: 'pointer', id: 'mouse', actions }] })
  }

  async type(text: string): Promise<void> {
    const actions = [...text].flatMap((value) => [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
    ])
    await this.#session.post('/actions', { actions: [{ type: 'key', id: 'keyboard', actions }] })
  }

  async screenshot(): Promise<Uint8Array> {
    return Buffer.from(v.parse(v.string(), await this.#session.get('/screenshot')), 'base64')
  }

  /** Errors before the first script of a test are missing: the protocol cannot report them. */
  async errors(): Promise<readonly string[]> {
    this.#errors.push(...(await this.evaluate(takeErrors, null)))
    return this.#errors
  }

  async close(): Promise<void> {
    await this.activate()
    await this.#leave()
  }
}

declare global {
  interface Window {
    testErrors?: string[]
  }
}

/** Runs in the page: records its errors from now on. */
function collectErrors(): void {
  if (window.testErrors) return
  const errors: string[] = []
  window.testErrors = errors
  const write = console.error
  console.error = (...parts: unknown[]) => {
    errors.push(parts.map((part) => (part instanceof Error ? `${part.message} ${part.stack}` : String(part))).join(' '))
    write(...parts)
  }
  addEventListener('error', ({ error, message, filename, lineno }) => {
    // A notice of the browser has no error; the protocols of the other engines do not report it either.
    if (error || !message.startsWith('ResizeObserver loop')) errors.push(`${message} (${filename}:${lineno})`)
  })
  addEventListener('unhandledrejection', ({ reason }) => errors.push(`unhandled: ${reason?.stack ?? reason}`))
}

/** Runs in the page. */
function takeErrors(): string[] {
  return window.testErrors?.splice(0) ?? []
}

/** The first output of a program; throws when it exits before. */
async function firstLine(child: ChildProcessByStdio<null, Readable, null>): Promise<string> {
  const ended = Promise.race([once(child, 'exit'), once(child, 'error')]).then(([reason]) => {
    throw new Error(`${child.spawnfile} ended: ${reason}`)
  })
  const [line] = await Promise.race([once(child.stdout, 'data'), ended])
  return String(line).trim()
}

async function untilAnswers(url: string, driver: ChildProcess): Promise<void> {
  for (;;) {
    if (driver.exitCode !== null) throw new Error(`WebKitWebDriver ended with ${driver.exitCode}`)
    if (
      await fetch(url).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      return
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill()
  await ended
}
