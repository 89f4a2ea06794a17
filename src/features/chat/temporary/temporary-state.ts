import { atom } from 'jotai'
import type { Message } from '#contract/objects/chat.ts'

export interface TemporaryState {
  messages: readonly Message[]
  /** The ids of the answer versions that the user has selected, the most recent last. */
  versions: readonly string[]
}

export const noMessages: TemporaryState = { messages: [], versions: [] }

/** The open temporary chat. It is in the memory of this page only: never in IndexedDB, a storage or a cache. */
export const temporaryAtom = atom<TemporaryState>(noMessages)
