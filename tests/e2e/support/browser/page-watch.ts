import type { BrowserContext, ConsoleMessage, Page, WebError } from '@playwright/test'

/**
 * Chromium's messages for a failed request, and for a service worker update while the server is unreachable; expected
 * by tests without a network.
 */
export const failedRequests = /^(?:Failed to load resource:|An unknown error occurred when fetching the script)/

interface Heard {
  text: string
  page: string
  at: string
}

/**
 * Collects what no test may cause: console errors (which include violations of the Content-Security-Policy and Trusted
 * Types) and uncaught errors.
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

  /** Later errors belong to another test. */
  end(): void {
    this.#context.off('console', this.#hear)
    this.#context.off('weberror', this.#catch)
  }

  /** From now to the end of the test, matching messages are not problems. */
  expect(pattern: RegExp): void {
    this.#expected.push(pattern)
  }

  problems(): string[] {
    return this.#seen.map(({ text }) => text).filter((text) => !this.#expected.some((pattern) => pattern.test(text)))
  }

  /** Returns all messages, expected or not, with time and page, to explain a problem. */
  story(): string {
    return this.#seen.map(({ text, page, at }) => `${at} ${page}\n  ${text}`).join('\n')
  }
}
