import { useSyncExternalStore } from 'react'
import * as v from 'valibot'
import { RequestMode } from '#contract/endpoints/chats.ts'

/** The localStorage keys of how a user asks and how answers come: `text` or `voice`, `text` until they choose. */
const keys = { request: 'companion:requestMode', response: 'companion:responseMode' } as const
type Way = keyof typeof keys
export type Mode = v.InferOutput<typeof RequestMode>

const listeners = new Set<() => void>()

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
  for (const listener of [...listeners]) listener()
}

/** The mode as it is now, also when another tab changes it. */
export function useMode(way: Way): Mode {
  return useSyncExternalStore(subscribe, () => readMode(way))
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}
