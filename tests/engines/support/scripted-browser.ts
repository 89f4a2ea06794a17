import type { BrowserType } from '@playwright/test'
import puppeteer from 'puppeteer-core'
import { type Browser, callOf, type Tab, viewport } from './browser.ts'

/** The interface that pages of Playwright and of Puppeteer have in common. */
interface ScriptedPage {
  goto(url: string, options: { waitUntil: 'domcontentloaded' }): Promise<unknown>
  reload(options: { waitUntil: 'domcontentloaded' }): Promise<unknown>
  evaluate(expression: string): Promise<unknown>
  bringToFront(): Promise<void>
  screenshot(): Promise<Uint8Array>
  close(): Promise<void>
  readonly mouse: { click(x: number, y: number): Promise<void> }
  readonly keyboard: { type(text: string): Promise<void> }
}

interface ConsoleLine {
  type(): string
  text(): string
}

/** Collects console errors and uncaught errors of a page. */
class Complaints {
  readonly errors: string[] = []
  readonly hear = (line: ConsoleLine): void => {
    if (line.type() === 'error') this.errors.push(line.text())
  }
  readonly catch = (error: unknown): void => {
    this.errors.push(error instanceof Error ? (error.stack ?? error.message) : String(error))
  }
}

const parsed = { waitUntil: 'domcontentloaded' } as const

function tabOf(page: ScriptedPage, { errors }: Complaints): Tab {
  return {
    goto: async (url) => void (await page.goto(url, parsed)),
    reload: async () => void (await page.reload(parsed)),
    evaluate: async <Input, Output>(run: (input: Input) => Output, input: Input): Promise<Awaited<Output>> =>
      (await page.evaluate(callOf(run, input))) as Awaited<Output>,
    click: (x, y) => page.mouse.click(x, y),
    type: (text) => page.keyboard.type(text),
    activate: () => page.bringToFront(),
    screenshot: () => page.screenshot(),
    errors: async () => errors,
    close: () => page.close(),
  }
}

/** Firefox as Mozilla or Debian ships it, controlled by WebDriver BiDi. */
export async function launchFirefox(executablePath: string): Promise<Browser> {
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath,
    headless: true,
    extraPrefsFirefox: { 'ui.prefersReducedMotion': 1, 'intl.accept_languages': 'en-GB' },
  })
  return {
    newTab: async () => {
      const page = await browser.newPage()
      const complaints = new Complaints()
      page.on('console', complaints.hear)
      page.on('pageerror', complaints.catch)
      await page.setViewport(viewport)
      return tabOf(page, complaints)
    },
    close: () => browser.close(),
  }
}

/** A browser that Playwright controls by its own protocol. */
export async function launchPlaywright(
  type: BrowserType,
  executablePath: string,
  args: string[] = [],
): Promise<Browser> {
  const browser = await type.launch({ executablePath, args })
  const context = await browser.newContext({ viewport, locale: 'en-GB', reducedMotion: 'reduce' })
  return {
    newTab: async () => {
      const page = await context.newPage()
      const complaints = new Complaints()
      page.on('console', complaints.hear)
      page.on('pageerror', complaints.catch)
      return tabOf(page, complaints)
    },
    close: () => browser.close(),
  }
}
