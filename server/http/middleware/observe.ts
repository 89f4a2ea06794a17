import { randomUUID } from 'node:crypto'
import type { Context, MiddlewareHandler } from 'hono'
import { routePath } from 'hono/route'
import type { Logger } from 'pino'
import type { Histogram } from 'prom-client'
import { failSpan, inSpan } from '../../telemetry/in-span.ts'
import { requestAttributes, withRequestId } from '../../telemetry/origin.ts'
import type { HttpEnv } from '../env.ts'
import { languageOf } from '../request/accept-language.ts'
import { type HeaderRecord, headerOf } from '../response/record-response.ts'
import { addHeaders } from './add-headers.ts'
import type { SecurityHeaders } from './security-headers.ts'

/** A response may set other policies than those of the app's pages. */
const ownPolicies = ['Content-Security-Policy', 'Cross-Origin-Resource-Policy', 'Referrer-Policy']

/** The script of a worker: its own response sets the worker's policy, not that of the page. */
const workerScript = /\.worker-[\w-]{8}\.js$/

/** Media types of data, to which browsers apply none of the headers that are for pages. */
const dataType = /^(?:application\/json|text\/event-stream|image\/svg\+xml)/

/** Calls that are logged at debug level. */
const quiet: ReadonlySet<string> = new Set(['static', 'photo', 'health'])

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

/** The client's request id, so that the logs of both sides can be matched; only a UUID is logged. */
const clientId = (given: string | undefined): string | undefined =>
  given !== undefined && UUID.test(given) ? given.toLowerCase() : undefined

interface Options {
  log: Logger
  durations: Histogram<'call' | 'status'>
  headers: SecurityHeaders
}

/**
 * The outermost middleware: sets the request's id and language and the security headers, writes one log line and
 * observes the duration. The line has no address, query, body or token.
 */
export function observe({ log, durations, headers }: Options): MiddlewareHandler<HttpEnv> {
  const seriesOf = cachedSeries(durations)
  return async (context, next) => {
    const began = performance.now()
    const requestId = clientId(context.req.header('x-request-id')) ?? randomUUID()
    context.set('requestId', requestId)
    context.set('callName', 'unknown')
    context.set('language', languageOf(context.req.header('accept-language')))
    await withRequestId(requestId, () => traced(context, next))

    const call = context.get('callName')
    const { status } = context.res
    // A first visit requests about twenty assets: a kilobyte of headers for each would slow it down.
    const { path } = context.req
    const isAsset = status === 200 && path.startsWith('/assets/') && !workerScript.test(path)
    const kind = dataType.test(headerOf(context.res, 'Content-Type') ?? '') ? headers.data : headers.full
    addHeaders(context, isAsset ? headers.asset : withId(kind, requestId, context.res))
    const ms = Math.round(performance.now() - began)
    seriesOf(call, status).observe(ms / 1000)
    const level = quiet.has(call) ? 'debug' : 'info'
    if (log.isLevelEnabled(level))
      log[level]({ request: requestId, call, status, ms, user: context.get('userId') }, 'request')
  }
}

/** Probes and assets begin no trace. */
const untraced = /^\/(?:assets\/|healthz$|readyz$|metrics$)/

/** A span until the headers of the response; it has the pattern of the route, never the address. */
async function traced(context: Context<HttpEnv>, next: () => Promise<void>): Promise<void> {
  const { method, path } = context.req
  if (untraced.test(path)) return next()
  const attributes = { 'http.request.method': method, ...requestAttributes() }
  await inSpan(method, { kind: 'SERVER', attributes }, async (span) => {
    await next()
    if (!span.isRecording()) return
    const route = routePath(context)
    const { status } = context.res
    span.updateName(`${method} ${route}`)
    span.setAttributes({ 'http.route': route, 'http.response.status_code': status })
    span.setAttribute('companion.call', context.get('callName'))
    if (status >= 500) failSpan(span, String(status))
  })
}

function withId(headers: HeaderRecord, requestId: string, response: Response): HeaderRecord {
  const all: Record<string, string> = { ...headers, 'X-Request-Id': requestId }
  for (const name of ownPolicies) {
    const own = headerOf(response, name)
    if (own !== null) all[name] = own
  }
  return all
}

/** The histogram's series by call and status; it would look its labels up by a hash with each observation. */
function cachedSeries(durations: Options['durations']) {
  const known = new Map<string, Map<number, ReturnType<typeof durations.labels>>>()
  return (call: string, status: number) => {
    const ofCall = known.get(call) ?? new Map()
    const series = ofCall.get(status) ?? durations.labels({ call, status })
    known.set(call, ofCall.set(status, series))
    return series
  }
}
