import type { PauseReason } from '../voice-machine.ts'

export interface ListenHandlers {
  /** What was understood so far; empty when a voice is heard whose text comes later. */
  onHeard: (text: string) => void
  /** The user made a pause: what they said, or its recording. */
  onSaid: (said: string | Blob) => void
  onFailure: (reason: PauseReason) => void
}

/** Listens until the returned function is called, which discards what is not finished. */
export type Listen = (handlers: ListenHandlers) => () => void

/** The reason that a failure of `getUserMedia` gives. */
export const reasonOfCapture = (error: unknown): PauseReason => {
  if (error instanceof DOMException) return 'microphone'
  throw error
}
