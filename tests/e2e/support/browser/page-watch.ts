import type { BrowserContext, ConsoleMessage, Page, WebError } from '@playwright/test'

/**
 * Chromium's own lines for a failed request, and for a worker that it looks for by itself while the server is away;
 * journeys without a network, or against errors, expect them.
 */
export const failedRequests = /^(?:Failed to load resource:|An unknown error occurred when fetching the script)/

interface Heard {
  text: string
  page: string
  at: string
}

/**
 * Collects what no journey may cause on any page: console errors (the browser writes broken
 * Content-Security-Policy and Trusted Types there too) and uncaught errors.
 */
export class PageWatch {
  readonly #seen: Heard[] = []
  readonly #expected: RegExp[] = []

  readonly #context: BrowserContext

  constructor(context: BrowserContext) {
    this.#context = context
    context.on('console', this.#hear)
    context.on('weberror', this.#catch)
  }

  readonly #hear = (message: ConsoleMessage) => {
    if (message.type() === 'error') this.#note(`${message.text()} (${message.location().url})`, message.page())
  }

  readonly #catch = (error: WebError) => this.#note(error.error().stack || error.error().message, error.page())

  #note(text: string, page: Page | null): void {
    this.#seen.push({ text, page: page?.url() ?? 'a worker', at: new Date().toISOString() })
  }

  /** What comes later is not this test's. */
  end(): void {
    this.#context.off('console', this.#hear)
    this.#context.off('weberror', this.#catch)
  }

  /** From here to the end of the test, what matches is no problem. */
  expect(pattern: RegExp): void {
    this.#expected.push(pattern)
  }

  problems(): string[] {
    return this.#seen.map(({ text }) => text).filter((text) => !this.#expected.some((pattern) => pattern.test(text)))
  }

  /** All that was heard, expected or not, with its time and page: how a problem came about. */
  story(): string {
    return this.#seen.map(({ text, page, at }) => `${at} ${page}\n  ${text}`).join('\n')
  }
}
