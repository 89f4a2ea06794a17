import { logout } from '#contract/endpoints/accounts.ts'
import { api } from '../api.ts'
import { forgetReturnUrl } from '../guards/return-url.ts'
import { forgetNotifications } from '../push-subscription.ts'
import { currentSession, onUserChange } from '../state/session-atom.ts'
import type { Session } from '../state/session-state.ts'
import { endPageSession } from './end-page-session.ts'

const LOGOUT_TIMEOUT_MS = 10_000

/** Signs out here at once, offline too, and leaves nothing private; the server is told as far as it can be reached. */
export async function signOut(): Promise<void> {
  const ended = await leaveDevice()
  if (!ended) return
  try {
    await api.call(logout, { body: { refresh: ended.refresh }, timeoutMs: LOGOUT_TIMEOUT_MS })
  } catch {
    // Best effort: this device is signed out whatever the server says, and its tokens expire.
  }
}

/** The same without a word to the server, as after the account was deleted there. Returns whose session ended. */
export async function leaveDevice(): Promise<Session | null> {
  // The person at this device next must not hear of these answers; the server's own end follows the session's.
  const unsubscribed = forgetNotifications().catch(reportError)
  try {
    return await endPageSession('signed-out')
  } finally {
    forgetReturnUrl()
    await unsubscribed
  }
}

/** Resolves when nobody is signed in on this device any more; the server and the push service may be told afterwards. */
export function whenSignedOut(): Promise<void> {
  return new Promise((resolve) => {
    if (currentSession() === null) return resolve()
    const stop = onUserChange((session) => {
      if (session !== null) return
      stop()
      resolve()
    })
  })
}
