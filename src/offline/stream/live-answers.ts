/** The text of an answer while it is streamed, in memory for display. The finished message is in the database. */
export interface LiveAnswer {
  readonly text: string
  readonly reasoning: string
  /** Number of the last event that `text` and `reasoning` contain. */
  readonly cursor: number
  /** False while the connection is lost and being re-established. */
  readonly connected: boolean
}

const answers = new Map<string, LiveAnswer>()
const listeners = new Map<string, Set<() => void>>()

/** The current text of an answer by message id; undefined when this page streams no such answer. */
export function answerSnapshot(message: string): LiveAnswer | undefined {
  return answers.get(message)
}

/** For `useSyncExternalStore`: calls back on every change. Returns an unsubscribe function. */
export function subscribeAnswer(message: string, listener: () => void): () => void {
  const set = listeners.get(message) ?? new Set()
  listeners.set(message, set.add(listener))
  return () => {
    set.delete(listener)
    if (set.size === 0 && listeners.get(message) === set) listeners.delete(message)
  }
}

/** Sets the text, or removes it once the message is stored. */
export function setAnswer(message: string, answer: LiveAnswer | undefined): void {
  if (answer) answers.set(message, answer)
  else answers.delete(message)
  for (const listener of [...(listeners.get(message) ?? [])]) listener()
}
