import * as v from 'valibot'
import { API_BASE, CLIENT_ERRORS_PATH, CONFIG_PATH } from '#contract/endpoint.ts'
import type { ClientErrorInput } from '#contract/objects/client-error.ts'

export interface ErrorReportOptions {
  /** The build's hash, such as `BSxk12ab`. */
  build: string
  /** The pattern of the current route, such as `/chat/$chatId`; a worker has none. */
  route?: () => string
  /** The source of uncaught errors in this context. */
  source: Extract<ClientErrorInput['source'], 'script' | 'worker'>
  fetch?: typeof globalThis.fetch
}

/** A limit per page or worker, since a loop of errors must not become a loop of requests. */
const REPORTS_MAX = 5

/**
 * Reports uncaught errors of a page or worker to the server: name or code, build and route; no message, no stack, no
 * user. A report that cannot be sent is dropped.
 */
export function startErrorReports(options: ErrorReportOptions): void {
  const { build, route = () => '/', source, fetch = globalThis.fetch } = options
  const sent = new Set<string>()
  let isWanted: Promise<boolean> | undefined

  function report(from: ClientErrorInput['source'], error: unknown): void {
    if (isExpected(error)) return
    const body: ClientErrorInput = { source: from, code: codeOf(error), build, route: route() }
    const text = JSON.stringify(body)
    if (sent.has(text) || sent.size >= REPORTS_MAX) return
    sent.add(text)
    isWanted ??= areReportsWanted(fetch)
    isWanted
      .then((wanted) => (wanted ? post(fetch, text) : undefined))
      .catch(() => {
        // A failed report must not be reported itself; the next error reads the server's setting again.
        isWanted = undefined
      })
  }

  // An event without an error is a browser notice such as "ResizeObserver loop", or comes from a cross-origin script.
  globalThis.addEventListener('error', ({ error }: ErrorEvent) => error && report(source, error))
  globalThis.addEventListener('unhandledrejection', ({ reason }: PromiseRejectionEvent) =>
    report(source === 'worker' ? source : 'promise', reason),
  )
}

/** Reads the server's setting ERROR_REPORTS when there is an error to report: a cached page may have an old value. */
async function areReportsWanted(fetch: typeof globalThis.fetch): Promise<boolean> {
  const config: unknown = await (await fetch(`${API_BASE}${CONFIG_PATH}`, { credentials: 'omit' })).json()
  return v.is(v.object({ error_reports: v.literal(true) }), config)
}

async function post(fetch: typeof globalThis.fetch, body: string): Promise<void> {
  const headers = { 'content-type': 'application/json' }
  await fetch(`${API_BASE}${CLIENT_ERRORS_PATH}`, {
    ...{ method: 'POST', headers, body, credentials: 'omit', keepalive: true },
  })
}

/** The name of an error's class and the code of the app's own errors: `TypeError`, `ApiError.conflict`. */
export function codeOf(error: unknown): string {
  if (!(error instanceof Error) && !(error instanceof DOMException)) return 'NotAnError'
  const code = 'code' in error && typeof error.code === 'string' ? `.${error.code}` : ''
  const whole = `${error.name}${code}`
  return /^[A-Za-z]{1,40}(?:\.[a-z_]{1,40})?$/.test(whole) ? whole : 'Error'
}

/** Whether the error is a normal effect of a missing network or of leaving the page. */
const isExpected = (error: unknown): boolean =>
  error instanceof Error && /^(?:AbortError|NetworkError|TimeoutError|SignedOutError)$/.test(error.name)
