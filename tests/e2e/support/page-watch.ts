import type { BrowserContext, ConsoleMessage, WebError } from '@playwright/test'

/** Chromium's own line for a failed request; journeys without a network, or against errors, expect it. */
export const failedRequests = /^Failed to load resource:/

/**
 * Collects what no journey may cause on any page: console errors (the browser writes broken
 * Content-Security-Policy and Trusted Types there too) and uncaught errors.
 */
export class PageWatch {
  readonly #seen: string[] = []
  readonly #expected: RegExp[] = []

  readonly #context: BrowserContext

  constructor(context: BrowserContext) {
    this.#context = context
    context.on('console', this.#hear)
    context.on('weberror', this.#catch)
  }

  readonly #hear = (message: ConsoleMessage) => {
    if (message.type() === 'error') this.#seen.push(`${message.text()} (${message.location().url})`)
  }

  readonly #catch = (error: WebError) => this.#seen.push(error.error().stack || error.error().message)

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
    return this.#seen.filter((text) => !this.#expected.some((pattern) => pattern.test(text)))
  }
}
