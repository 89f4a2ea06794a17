import { randomUUID } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'
import type { Logger } from 'pino'
import type { Histogram } from 'prom-client'
import type { HttpEnv } from '../env.ts'
import { languageOf } from '../request/accept-language.ts'
import type { SecurityHeaders } from './security-headers.ts'

/** An answer may bring a stricter one than the app's pages have. */
const POLICY = 'Content-Security-Policy'

/** Built code that a worker begins with: what it may do is said by its own answer, not by that of the page. */
const workerScript = /\.worker-[\w-]{8}\.js$/

/** Calls that nobody looks for in the log. */
const quiet: ReadonlySet<string> = new Set(['static', 'photo', 'health'])

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

/** The id that the client gave its request, so that both sides name it alike; nothing but a UUID reaches the log. */
const clientId = (given: string | undefined): string | undefined =>
  given !== undefined && UUID.test(given) ? given.toLowerCase() : undefined

interface Options {
  log: Logger
  durations: Histogram<'call' | 'status'>
  headers: SecurityHeaders
}

/**
 * Around everything: the request's id and language, the security headers, one line in the log and one
 * observation. The line has no address, query, body or token.
 */
export function observe({ log, durations, headers }: Options): MiddlewareHandler<HttpEnv> {
  return async (context, next) => {
    const began = performance.now()
    const requestId = clientId(context.req.header('x-request-id')) ?? randomUUID()
    context.set('requestId', requestId)
    context.set('callName', 'unknown')
    context.set('language', languageOf(context.req.header('accept-language')))
    await next()

    const call = context.get('callName')
    const { status } = context.res
    // A first visit fetches some twenty of them: a kilobyte of headers each would be felt.
    const { path } = context.req
    const isAsset = status === 200 && path.startsWith('/assets/') && !workerScript.test(path)
    const ownPolicy = context.res.headers.get(POLICY)
    for (const [name, value] of isAsset ? headers.asset : headers.full) context.res.headers.set(name, value)
    if (ownPolicy !== null) context.res.headers.set(POLICY, ownPolicy)
    if (!isAsset) context.res.headers.set('X-Request-Id', requestId)
    const ms = Math.round(performance.now() - began)
    durations.observe({ call, status }, ms / 1000)
    const level = quiet.has(call) ? 'debug' : 'info'
    log[level]({ request: requestId, call, status, ms, user: context.get('userId') }, 'request')
  }
}
