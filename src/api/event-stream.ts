import { createParser } from 'eventsource-parser'
import * as v from 'valibot'
import { STREAM_SILENCE_MS, type StreamEvent, streamEvents } from '#contract/stream.ts'
import { UnexpectedResponseError } from './errors.ts'
import { readInTime } from './read-in-time.ts'

export interface ReadEventsOptions {
  signal?: AbortSignal | undefined
  /** Milliseconds of silence after which the stream counts as dead; by default a little over two heartbeats. */
  silenceMs?: number
  /** Called for every received chunk, heartbeats too. */
  onBytes?: () => void
}

type Schemas = Readonly<Record<string, v.GenericSchema>>
type EventOf<S extends Schemas> = {
  [N in keyof S & string]: { event: N; id?: string; data: v.InferOutput<S[N]> }
}[keyof S & string]

/** Yields the events of an answer. */
export const readEvents = (response: Response, options: ReadEventsOptions = {}): AsyncGenerator<StreamEvent> =>
  readEventsOf(streamEvents, response, options)

/**
 * Yields the events that have a schema. Ends when the server closes the stream; throws NetworkError when it is cut off,
 * StreamSilentError when it is silent, the signal's reason when aborted. Unknown events are skipped.
 */
export async function* readEventsOf<S extends Schemas>(
  schemas: S,
  response: Response,
  options: ReadEventsOptions = {},
): AsyncGenerator<EventOf<S>> {
  const { signal, silenceMs = STREAM_SILENCE_MS, onBytes } = options
  if (!response.body) throw new UnexpectedResponseError(response.status, 'A stream without a body')
  const reader = response.body.getReader()
  const decoder = new TextDecoder()
  let ready: EventOf<S>[] = []
  const parser = createParser({
    onEvent: ({ event, id, data }) => {
      const parsed = parseEvent(schemas, response.status, { event, id, data })
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
    // Closes the connection if it is open, as after an abort or a silence; an error of closing it has no effect.
    reader.cancel().catch(() => undefined)
  }
}

function parseEvent<S extends Schemas>(
  schemas: S,
  status: number,
  { event: name = '', id, data }: { event: string | undefined; id: string | undefined; data: string },
): EventOf<S> | undefined {
  const schema = Object.hasOwn(schemas, name) ? schemas[name] : undefined
  if (schema === undefined) return undefined
  const unexpected = (cause?: unknown) => new UnexpectedResponseError(status, `Malformed event ${name}`, { cause })
  let json: unknown
  try {
    json = JSON.parse(data)
  } catch (error) {
    throw unexpected(error)
  }
  const parsed = v.safeParse(schema, json)
  if (!parsed.success) throw unexpected(parsed.issues)
  return { event: name, data: parsed.output, ...(id ? { id } : {}) } as EventOf<S>
}
