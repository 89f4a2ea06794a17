/** The text of an answer while it is written: in memory, for the eye. The finished message is in the database. */
export interface LiveAnswer {
  readonly text: string
  readonly reasoning: string
  /** Number of the last stored event that is in `text` and `reasoning`. */
  readonly cursor: number
  /** False while the connection is lost and being made again. */
  readonly connected: boolean
}

const answers = new Map<string, LiveAnswer>()
const listeners = new Map<string, Set<() => void>>()

/** The present text of an answer, by message id; undefined when none is being written here. */
export function answerSnapshot(message: string): LiveAnswer | undefined {
  return answers.get(message)
}

/** For `useSyncExternalStore`: calls back on every change. Returns how to stop. */
export function subscribeAnswer(message: string, listener: () => void): () => void {
  const set = listeners.get(message) ?? new Set()
  listeners.set(message, set.add(listener))
  return () => {
    set.delete(listener)
    if (set.size === 0 && listeners.get(message) === set) listeners.delete(message)
  }
}

/** Sets the text, or forgets it when the message is in the database. */
export function setAnswer(message: string, answer: LiveAnswer | undefined): void {
  if (answer) answers.set(message, answer)
  else answers.delete(message)
  for (const listener of [...(listeners.get(message) ?? [])]) listener()
}
