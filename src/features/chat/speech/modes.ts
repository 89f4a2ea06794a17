import { atom, getDefaultStore, useAtomValue } from 'jotai'
import * as v from 'valibot'
import { RequestMode } from '#contract/endpoints/chats.ts'

/** The localStorage keys of how a user asks and how answers come: `text` or `voice`, `text` until they choose. */
const keys = { request: 'companion:requestMode', response: 'companion:responseMode' } as const
type Way = keyof typeof keys
export type Mode = v.InferOutput<typeof RequestMode>

const atoms = { request: modeAtom('request'), response: modeAtom('response') }

export function readMode(way: Way): Mode {
  try {
    return v.parse(v.fallback(RequestMode, 'text'), localStorage.getItem(keys[way]))
  } catch {
    // A browser that gives no storage remembers nothing.
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

/** The mode as it is now, also when another tab changes it. */
export const useMode = (way: Way): Mode => useAtomValue(atoms[way])

/** What localStorage has, read again when a component begins to show it and when another tab has written. */
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
