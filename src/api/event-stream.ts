import { createParser } from 'eventsource-parser'
import * as v from 'valibot'
import { STREAM_SILENCE_MS, type StreamEvent, type StreamEventName, streamEvents } from '#contract/stream.ts'
import { NetworkError, StreamSilentError, UnexpectedResponseError } from './errors.ts'

export interface ReadEventsOptions {
  signal?: AbortSignal | undefined
  /** Milliseconds of silence after which the stream counts as dead; by default a little over two heartbeats. */
  silenceMs?: number
  /** Called for every received chunk, heartbeats too. */
  onBytes?: () => void
}

/**
 * Yields the events of an answer. Ends when the server closes the stream; throws NetworkError when it is cut off,
 * StreamSilentError when it is silent, the signal's reason when aborted. Unknown events are skipped.
 */
export async function* readEvents(response: Response, options: ReadEventsOptions = {}): AsyncGenerator<StreamEvent> {
  const { signal, silenceMs = STREAM_SILENCE_MS, onBytes } = options
  if (!response.body) throw new UnexpectedResponseError(response.status, 'A stream without a body')
  const reader = response.body.getReader()
  const decoder = new TextDecoder()
  let ready: StreamEvent[] = []
  const parser = createParser({
    onEvent: ({ event, id, data }) => {
      const parsed = parseEvent(response.status, event, id, data)
      if (parsed) ready.push(parsed)
    },
  })
  try {
    while (true) {
      const { done, value } = await readInTime(reader, silenceMs, signal)
      onBytes?.()
      if (value) parser.feed(decoder.decode(value, { stream: true }))
      const batch = ready
      ready = []
      yield* batch
      if (done) return
    }
  } finally {
    // The stream has ended already, so an error of closing it has no effect.
    reader.cancel().catch(() => undefined)
  }
}

type Chunk = { done: boolean; value: Uint8Array | undefined }

function readInTime(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  silenceMs: number,
  signal: AbortSignal | undefined,
): Promise<Chunk> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => settle(() => reject(new StreamSilentError('The stream fell silent'))), silenceMs)
    const onAbort = () => settle(() => reject(signal?.reason))
    const settle = (end: () => void) => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', onAbort)
      end()
    }
    if (signal?.aborted) return onAbort()
    signal?.addEventListener('abort', onAbort)
    reader.read().then(
      ({ done, value }) => settle(() => resolve({ done, value })),
      (cause: unknown) => settle(() => reject(new NetworkError('The stream was cut', { cause }))),
    )
  })
}

function parseEvent(status: number, event = '', id: string | undefined, data: string): StreamEvent | undefined {
  if (!(event in streamEvents)) return undefined
  const name = event as StreamEventName
  const unexpected = (cause?: unknown) => new UnexpectedResponseError(status, `Malformed event ${name}`, { cause })
  let json: unknown
  try {
    json = JSON.parse(data)
  } catch (error) {
    throw unexpected(error)
  }
  const parsed = v.safeParse(streamEvents[name], json)
  if (!parsed.success) throw unexpected(parsed.issues)
  return { event: name, data: parsed.output, ...(id ? { id } : {}) } as StreamEvent
}
