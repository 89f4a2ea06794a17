import type { PauseReason } from '../voice-machine.ts'

export interface ListenHandlers {
  /** What was understood so far; empty, again and again, while a voice is heard whose text comes later. */
  onHeard: (text: string) => void
  /** The user made a pause: what they said, or its recording. */
  onSaid: (said: string | Blob) => void
  onFailure: (reason: PauseReason) => void
}

/** Listens until `onSaid` or `onFailure` is called; the returned function ends it earlier and discards the rest. */
export type Listen = (handlers: ListenHandlers) => () => void

/** The reason that a failure of `getUserMedia` gives. */
export const reasonOfCapture = (error: unknown): PauseReason => {
  if (error instanceof DOMException) return 'microphone'
  throw error
}
