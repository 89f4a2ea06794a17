import type { Logger } from 'pino'
import { STREAM_HEARTBEAT_MS } from '#contract/stream.ts'
import { ofThisRequest } from '../../telemetry/origin.ts'
import { recordResponse } from './record-response.ts'

/** One server-sent event; `data` is written as JSON. */
export interface SentEvent {
  event: string
  id?: string
  data: unknown
}

/** Handlers can pass their `Call` as these options, because it has the required fields. */
interface StreamOptions {
  /** Aborted when the client disconnects. */
  signal: AbortSignal
  /** Aborted when the process drains: the stream closes and the client reconnects. */
  draining: AbortSignal
  log: Logger
  /** Called once, when the stream has ended for any reason. */
  onEnd?: () => void
  heartbeatMs?: number
}

const headers = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'no-cache, no-transform',
  'X-Accel-Buffering': 'no',
}

const encoder = new TextEncoder()
const comment = encoder.encode(':\n\n')

/**
 * A Response that streams the events of a source: `eventStream((signal) => tail(…, signal), call)`. The signal ends the
 * source (client disconnected, process draining). The next event is requested only when the one before was read
 * (backpressure). If the source throws, the error is logged and the stream closed: failures that a client must know are
 * events.
 */
export function eventStream(
  source: (signal: AbortSignal) => AsyncIterable<SentEvent>,
  { signal, draining, log, onEnd, heartbeatMs = STREAM_HEARTBEAT_MS }: StreamOptions,
): Response {
  const ended = new AbortController()
  const events = source(ended.signal)[Symbol.asyncIterator]()
  let isBegun = false
  // The body's reader calls `pull` outside the request's async context, but what the source does (such as calling a
  // model) must carry the request's id.
  const nextEvent = ofThisRequest(() => {
    isBegun = true
    return events.next()
  })
  let closeBody = () => {}
  let heartbeat: NodeJS.Timeout | undefined

  function end(): void {
    if (ended.signal.aborted) return
    ended.abort()
    clearInterval(heartbeat)
    signal.removeEventListener('abort', end)
    draining.removeEventListener('abort', end)
    closeBody()
    onEnd?.()
    // A generator that is closed before it has begun skips its `finally`, which may release what its call reserved.
    const begun = isBegun ? undefined : nextEvent()
    Promise.all([begun, events.return?.()]).catch((error: unknown) =>
      log.error({ err: error }, 'an event source failed as it was closed'),
    )
  }

  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      closeBody = () => controller.close()
      // Some proxies delay the headers until the first byte of the body.
      controller.enqueue(comment)
      if (signal.aborted || draining.aborted) return end()
      signal.addEventListener('abort', end)
      draining.addEventListener('abort', end)
      heartbeat = setInterval(() => {
        if ((controller.desiredSize ?? 0) > 0) controller.enqueue(comment)
      }, heartbeatMs)
    },
    async pull(controller) {
      try {
        const next = await nextEvent()
        if (ended.signal.aborted) return
        if (next.done) end()
        else controller.enqueue(encoder.encode(format(next.value)))
      } catch (error) {
        if (!ended.signal.aborted) log.error({ err: error }, 'an event stream broke off')
        end()
      }
    },
    cancel() {
      closeBody = () => {}
      end()
    },
  })
  return recordResponse(body, 200, headers)
}

/** JSON contains no literal line breaks, so one `data` line suffices. */
function format({ event, id, data }: SentEvent): string {
  return `event: ${event}\n${id === undefined ? '' : `id: ${id}\n`}data: ${JSON.stringify(data)}\n\n`
}
