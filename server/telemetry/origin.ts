import { AsyncLocalStorage } from 'node:async_hooks'
import { type Attributes, context, isSpanContextValid, ROOT_CONTEXT, trace } from '@opentelemetry/api'

/** The id of the request in whose course the current code runs, also in what it has begun and not awaited. */
const requestIds = new AsyncLocalStorage<string | undefined>()

export const withRequestId = <T>(requestId: string, run: () => T): T => requestIds.run(requestId, run)

/** Binds a function to the id of the current request, so that calls from another async context keep that id. */
export function ofThisRequest<T>(run: () => T): () => T {
  const requestId = requestIds.getStore()
  return () => requestIds.run(requestId, run)
}

/** For spans: the id by which the log names the request. */
export function requestAttributes(): Attributes {
  const requestId = requestIds.getStore()
  return requestId === undefined ? {} : { 'companion.request_id': requestId }
}

/** Headers for requests to other services: the request id (the client's UUID or a random one) and the trace. */
export function originHeaders(): Record<string, string> {
  const headers: Record<string, string> = {}
  const requestId = requestIds.getStore()
  if (requestId !== undefined) headers['X-Request-Id'] = requestId
  const parent = traceParent()
  if (parent !== null) headers.traceparent = parent
  return headers
}

/** The current origin as one line for `runFrom`, which may run in another process. */
export const writeOrigin = (): string => `${requestIds.getStore() ?? '-'} ${traceParent() ?? '-'}`

/** Runs something as part of the request and the trace that `writeOrigin` wrote; without one, as part of none. */
export function runFrom<T>(origin: string | undefined, run: () => T): T {
  const [, requestId, traceId, spanId, flags] = ORIGIN.exec(origin ?? '') ?? []
  const parent =
    traceId === undefined || spanId === undefined || flags === undefined
      ? ROOT_CONTEXT
      : trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true })
  return requestIds.run(requestId === '-' ? undefined : requestId, () => context.with(parent, run))
}

const ORIGIN = /^([\da-f-]{1,36}) (?:-|00-([\da-f]{32})-([\da-f]{16})-([\da-f]{2}))$/

/** The W3C trace context of the current span; null when nothing is traced. */
function traceParent(): string | null {
  const span = trace.getActiveSpan()?.spanContext()
  if (span === undefined || !isSpanContextValid(span)) return null
  return `00-${span.traceId}-${span.spanId}-${span.traceFlags.toString(16).padStart(2, '0')}`
}
