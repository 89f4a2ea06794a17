export interface FinishedAnswer {
  userId: number
  chatId: string
  messageId: string
  /** How long this page has streamed the answer, in milliseconds. */
  tookMs: number
}
type Listener = (answer: FinishedAnswer) => void

const listeners = new Set<Listener>()

/** Calls back when an answer that this page streams is complete and stored. Returns an unsubscribe function. */
export function onAnswerFinished(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function answerFinished(answer: FinishedAnswer): void {
  for (const listener of [...listeners]) listener(answer)
}
