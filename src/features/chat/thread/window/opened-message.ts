import { atom } from 'jotai'

/** A message to open in the list; a new object for each request. */
export interface Opened {
  id: string
}

/** Null after the message was shown. */
export const openedMessageAtom = atom<Opened | null>(null)
