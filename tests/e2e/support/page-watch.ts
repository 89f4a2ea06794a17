import type { BrowserContext } from '@playwright/test'

/** Chromium's own line for a failed request; journeys without a network, or against errors, expect it. */
export const failedRequests = /^Failed to load resource:/

/**
 * Collects what no journey may cause on any page: console errors (the browser writes broken
 * Content-Security-Policy and Trusted Types there too) and uncaught errors.
 */
export class PageWatch {
  readonly #seen: string[] = []
  readonly #expected: RegExp[] = []

  constructor(context: BrowserContext) {
    context.on('console', (message) => {
      if (message.type() !== 'error') return
      this.#seen.push(`${message.text()} (${message.location().url})`)
    })
    context.on('weberror', (error) => this.#seen.push(error.error().stack || error.error().message))
  }

  /** From here to the end of the test, what matches is no problem. */
  expect(pattern: RegExp): void {
    this.#expected.push(pattern)
  }

  problems(): string[] {
    return this.#seen.filter((text) => !this.#expected.some((pattern) => pattern.test(text)))
  }
}
