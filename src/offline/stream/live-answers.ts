import type { WebSearchState } from '#contract/stream.ts'
import { createEmitter } from '#lib/emitter.ts'

/** The text of an answer while it is streamed, in memory for display. The finished message is in the database. */
export interface LiveAnswer {
  readonly text: string
  readonly reasoning: string
  /** Number of the last event that `text` and `reasoning` contain. */
  readonly cursor: number
  /** The last state of its web search; missing until the server has sent one. */
  readonly search?: WebSearchState
  /** How many answers begin before it, while the server has no room for it. */
  readonly before?: number | null
  /** False while the connection is lost and being re-established. */
  readonly connected: boolean
}

const answers = new Map<string, LiveAnswer>()
const changes = createEmitter<[messageId: string]>()

/** The current text of an answer by message id; undefined when this page streams no such answer. */
export function answerSnapshot(messageId: string): LiveAnswer | undefined {
  return answers.get(messageId)
}

/** For `useSyncExternalStore`: calls back on every change. Returns an unsubscribe function. */
export function subscribeAnswer(messageId: string, listener: () => void): () => void {
  return changes.subscribe((changed) => {
    if (changed === messageId) listener()
  })
}

/** Sets the text, or removes it once the message is stored. */
export function setAnswer(messageId: string, answer: LiveAnswer | undefined): void {
  if (answer) answers.set(messageId, answer)
  else answers.delete(messageId)
  changes.emit(messageId)
}
