import { currentSession, onPersonChange } from '../state/session-atom.ts'

/** Resolves when nobody is signed in on this device any more; the server and the push service may be told afterwards. */
export function whenSignedOut(): Promise<void> {
  return new Promise((resolve) => {
    if (currentSession() === null) return resolve()
    const stop = onPersonChange((session) => {
      if (session !== null) return
      stop()
      resolve()
    })
  })
}
