import * as v from 'valibot'
import { generationFailures } from './errors.ts'
import { Message, Source } from './objects/chat.ts'
import { Count } from './primitives.ts'

export const Usage = v.object({ prompt_tokens: Count, completion_tokens: Count })
export type Usage = v.InferOutput<typeof Usage>

/** The web search of an answer. `query`: what is being looked up at this moment; null between look-ups. */
export const WebSearchState = v.object({
  query: v.nullable(v.string()),
  sources: v.array(Source),
  problem: v.nullable(v.string()),
})
export type WebSearchState = v.InferOutput<typeof WebSearchState>

/**
 * The events of an answer by SSE event name. `reasoning` and `delta` are stored and sent again on resume: both have the
 * id `<message id>:<n>`, where n counts the two together, from 1 without gaps. The others have no id. `sources` is sent
 * whenever the web search of the answer changes, and at the start of each connection when there was one; each replaces
 * the one before. `queued` is sent while the server has no room for the answer: `before` is the number of answers that
 * begin before it, sent whenever it changes, and null once the answer waits no longer.
 */
export const streamEvents = {
  accepted: v.object({ user_message: Message, assistant_message: Message }),
  reasoning: v.object({ text: v.string() }),
  delta: v.object({ text: v.string() }),
  sources: WebSearchState,
  queued: v.object({ before: v.nullable(Count) }),
  done: v.object({ assistant_message: Message, usage: v.nullable(Usage) }),
  failed: v.object({
    code: v.union([v.picklist(generationFailures), v.string()]),
    message: v.string(),
    assistant_message: v.optional(Message),
  }),
} as const
type StreamEventName = keyof typeof streamEvents
export type StreamEvent = {
  [N in StreamEventName]: { event: N; id?: string; data: v.InferOutput<(typeof streamEvents)[N]> }
}[StreamEventName]

/** The interval of the heartbeat, an SSE comment line, so that a live connection is never silent for long. */
export const STREAM_HEARTBEAT_MS = 15_000
/** Silence after which a connection counts as dead: two heartbeats were missed. */
export const STREAM_SILENCE_MS = 2 * STREAM_HEARTBEAT_MS + 1_000

export function eventId(messageId: string, n: number): string {
  return `${messageId}:${n}`
}

/** The n of an id `<message id>:<n>`; 0 for another message's id or an invalid one. */
export function eventNumber(id: string, messageId: string): number {
  const match = /^(.+):(\d{1,9})$/.exec(id)
  return match?.[1] === messageId ? Number(match[2]) : 0
}
