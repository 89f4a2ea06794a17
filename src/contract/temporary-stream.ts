import * as v from 'valibot'
import { Scores } from './objects/scores.ts'
import { Count } from './primitives.ts'

/**
 * The events of an answer in a temporary chat by SSE event name: its text, its end, then its scores where scoring is
 * on. None has an id, because nothing is stored from which the stream could be resumed.
 */
export const temporaryEvents = {
  reasoning: v.object({ text: v.string() }),
  delta: v.object({ text: v.string() }),
  ended: v.object({
    status: v.picklist(['complete', 'interrupted', 'failed']),
    /** A GenerationFailure, or a code of a newer server; null for a complete answer. */
    failure: v.nullable(v.string()),
    /** The id of the model that has answered. */
    model: v.string(),
    /** How many of the earlier exchanges did not fit into the model's context, counted from the oldest. */
    left_out: Count,
  }),
  /** Null when the answer could not be scored. */
  scores: v.object({ scores: v.nullable(Scores) }),
} as const
export type TemporaryEvent = {
  [N in keyof typeof temporaryEvents]: { event: N; data: v.InferOutput<(typeof temporaryEvents)[N]> }
}[keyof typeof temporaryEvents]
