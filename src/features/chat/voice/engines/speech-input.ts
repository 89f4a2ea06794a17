import type { PauseReason } from '../voice-machine.ts'

export interface ListenHandlers {
  /** What was understood so far; empty, again and again, while a voice is heard whose text comes later. */
  onHeard: (text: string) => void
  /** The user made a pause: what they said, or its recording. */
  onSaid: (said: string | Blob) => void
  onFailure: (reason: PauseReason) => void
}

/**
 * Listens until `onSaid` or `onFailure` is called. The returned function ends it earlier, and returns the recording of
 * what is being said; null when nothing is, or when `onHeard` was called with its text.
 */
export type Listen = (handlers: ListenHandlers) => () => Promise<Blob> | null
