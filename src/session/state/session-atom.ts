import { atom, getDefaultStore, useAtomValue } from 'jotai'
import { writeMirror } from './local-storage-mirror.ts'
import { nobody, type Session, type SessionState } from './session-state.ts'

const store = getDefaultStore()
const stateAtom = atom<SessionState>(nobody)

/** The session; null when no user is signed in. Only functions of src/session change it. */
export const sessionAtom = atom((get): Session | null => get(stateAtom).session)

/** Re-renders when the user, their data or their tokens change. */
export function useSession(): Session | null {
  return useAtomValue(sessionAtom)
}

/** For guards and calls outside React. */
export const currentSession = (): Session | null => store.get(sessionAtom)
export const currentState = (): SessionState => store.get(stateAtom)

/** Adopts a newer state and mirrors it; a state of an older or the same generation is ignored. */
export function adopt(next: SessionState, options: { mirror: boolean } = { mirror: true }): void {
  if (next.generation <= currentState().generation) return
  if (options.mirror) writeMirror(next)
  store.set(stateAtom, next)
}

/**
 * Calls back when the signed-in user changes, in this tab, another tab or the worker; not for new tokens or a changed
 * profile. Returns an unsubscribe function.
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

/** For tests: resets the state to that of a new page. */
export function resetSession(): void {
  store.set(stateAtom, nobody)
}
