import { atom, getDefaultStore, useAtomValue } from 'jotai'
import * as v from 'valibot'
import { RequestMode } from '#contract/endpoints/chats.ts'

/** The localStorage keys for the user's input mode and the answers' output mode: `text` (the default) or `voice`. */
const keys = { request: 'companion:requestMode', response: 'companion:responseMode' } as const
type Way = keyof typeof keys
export type Mode = v.InferOutput<typeof RequestMode>

const atoms = { request: modeAtom('request'), response: modeAtom('response') }

export function readMode(way: Way): Mode {
  try {
    return v.parse(v.fallback(RequestMode, 'text'), localStorage.getItem(keys[way]))
  } catch {
    // Without storage the mode is not remembered.
    return 'text'
  }
}

export function setMode(way: Way, mode: Mode): void {
  if (readMode(way) === mode) return
  try {
    localStorage.setItem(keys[way], mode)
  } catch {
    return
  }
  getDefaultStore().set(atoms[way], mode)
}

/** Returns the current mode and follows changes by other tabs. */
export const useMode = (way: Way): Mode => useAtomValue(atoms[way])

/** An atom over localStorage, read again on mount and when another tab writes. */
function modeAtom(way: Way) {
  const mode = atom(readMode(way))
  mode.onMount = (set) => {
    const read = () => set(readMode(way))
    read()
    window.addEventListener('storage', read)
    return () => window.removeEventListener('storage', read)
  }
  return mode
}
