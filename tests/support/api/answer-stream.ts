import { createParser } from 'eventsource-parser'
import * as v from 'valibot'
import { type StreamEvent, streamEvents } from '#contract/stream.ts'

/** Yields the events of an answer, checked against the contract. */
export async function* readEvents(response: Response): AsyncGenerator<StreamEvent, void> {
  if (response.status !== 200 || response.body === null) throw new Error(`${response.status} ${await response.text()}`)
  const events: StreamEvent[] = []
  const parser = createParser({
    onEvent: ({ event, id, data }) => {
      const schema = streamEvents[event as keyof typeof streamEvents]
      const parsed = v.parse(schema as v.GenericSchema, JSON.parse(data))
      events.push({ event, data: parsed, ...(id === undefined ? {} : { id }) } as StreamEvent)
    },
  })
  for await (const text of response.body.pipeThrough(new TextDecoderStream())) {
    parser.feed(text)
    yield* events.splice(0)
  }
}

/** The next event that is not `queued`: those come first where a busy server is slow to begin the answer. */
export async function nextWritten(
  events: AsyncGenerator<StreamEvent, void>,
): Promise<IteratorResult<StreamEvent, void>> {
  for (;;) {
    const next = await events.next()
    if (next.value?.event !== 'queued') return next
  }
}

/** All events to the end of the stream. */
export async function allEvents(response: Response): Promise<StreamEvent[]> {
  return Array.fromAsync(readEvents(response))
}

/** The answer's text in its events. */
export function textOf(events: readonly StreamEvent[], kind: 'delta' | 'reasoning' = 'delta'): string {
  return events.map((event) => (event.event === kind ? (event.data as { text: string }).text : '')).join('')
}

/** Only stored events, which every resume returns again. */
export const storedOf = (events: readonly StreamEvent[]): StreamEvent[] =>
  events.filter((event) => event.id !== undefined)
