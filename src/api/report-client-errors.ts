import * as v from 'valibot'
import { API_BASE, CLIENT_ERRORS_PATH, CONFIG_PATH } from '#contract/endpoint.ts'
import type { ClientErrorInput } from '#contract/objects/client-error.ts'

export interface ErrorReportOptions {
  /** Names the build, `BSxk12ab`. */
  build: string
  /** The pattern of the route that is shown, `/chat/$chatId`; a worker has none. */
  route?: () => string
  /** Of uncaught errors of this context. */
  source: Extract<ClientErrorInput['source'], 'script' | 'worker'>
  fetch?: typeof globalThis.fetch
}

/** A loop of errors must not become a loop of requests. */
const REPORTS_MAX = 5

/**
 * Tells the server of errors that nobody caught, so that faults in the field are heard: name or code, build and route;
 * no message, no stack, no user. Page and worker use it. A report that cannot be sent is dropped.
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
        // Without a network there is nobody to tell, and this must not report itself; the next error asks again.
        isWanted = undefined
      })
  }

  // An event without an error is a notice of the browser, such as "ResizeObserver loop", or a foreign script's.
  globalThis.addEventListener('error', ({ error }: ErrorEvent) => error && report(source, error))
  globalThis.addEventListener('unhandledrejection', ({ reason }: PromiseRejectionEvent) =>
    report(source === 'worker' ? source : 'promise', reason),
  )
}

/** The server's setting ERROR_REPORTS, asked for when there is something to report: a stored page may be older. */
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

/** The name of an error's class, with its code when it has one of ours: `TypeError`, `ApiError.conflict`. */
export function codeOf(error: unknown): string {
  if (!(error instanceof Error) && !(error instanceof DOMException)) return 'NotAnError'
  const code = 'code' in error && typeof error.code === 'string' ? `.${error.code}` : ''
  const whole = `${error.name}${code}`
  return /^[A-Za-z]{1,40}(?:\.[a-z_]{1,40})?$/.test(whole) ? whole : 'Error'
}

/** What a missing network or a page that was left brings about by itself. */
const isExpected = (error: unknown): boolean =>
  error instanceof Error && /^(?:AbortError|NetworkError|TimeoutError|SignedOutError)$/.test(error.name)

/** The hash in the name of a built file, `BSxk12ab` of `/assets/index-BSxk12ab.js`; `unbuilt` in development. */
export const buildOf = (url: string): string => /-([\w-]{8})\.js(?:\?|$)/.exec(url)?.[1] ?? 'unbuilt'
