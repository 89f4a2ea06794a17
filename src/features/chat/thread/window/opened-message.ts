import { atom } from 'jotai'

/** A message that somebody has just been led to; another object each time. */
export interface Opened {
  id: string
}

/** Null: it was seen. */
export const openedMessageAtom = atom<Opened | null>(null)
