import { atom, getDefaultStore, useAtomValue } from 'jotai'
import { writeMirror } from './local-storage-mirror.ts'
import { nobody, type Session, type SessionState } from './session-state.ts'

const store = getDefaultStore()
const stateAtom = atom<SessionState>(nobody)

/** Who is signed in; null when nobody is. Changed only by the functions of src/session. */
export const sessionAtom = atom((get): Session | null => get(stateAtom).session)

/** Draws again when the person, their data or their tokens change. */
export function useSession(): Session | null {
  return useAtomValue(sessionAtom)
}

/** For guards and calls outside React. */
export const currentSession = (): Session | null => store.get(sessionAtom)
export const currentState = (): SessionState => store.get(stateAtom)

/** Takes over a newer state and mirrors it; an older or equal one changes nothing. */
export function adopt(next: SessionState, options: { mirror: boolean } = { mirror: true }): void {
  if (next.generation <= currentState().generation) return
  if (options.mirror) writeMirror(next)
  store.set(stateAtom, next)
}

/**
 * Calls back when somebody signs in, out, or as somebody else: here, in another tab or in the worker.
 * Not for new tokens or a changed profile. Returns how to stop.
 */
export function onUserChange(listener: (session: Session | null, previous: Session | null) => void): () => void {
  let previous = currentSession()
  return store.sub(sessionAtom, () => {
    const session = currentSession()
    const before = previous
    previous = session
    if (session?.user.id !== before?.user.id) listener(session, before)
  })
}

/** For tests: back to the state of a new page. */
export function resetSession(): void {
  store.set(stateAtom, nobody)
}
