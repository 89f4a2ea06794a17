import { logout } from '#contract/endpoints/accounts.ts'
import { api } from '../api.ts'
import { forgetReturnUrl } from '../guards/return-url.ts'
import { forgetNotifications } from '../push-subscription.ts'
import { currentSession, onUserChange } from '../state/session-atom.ts'
import type { Session } from '../state/session-state.ts'
import { endPageSession } from './end-page-session.ts'

const LOGOUT_TIMEOUT_MS = 10_000

/**
 * Signs out on this device, offline too, and deletes private data; the server is notified if it is reachable, also when
 * the database is broken. The error of the database is thrown afterwards.
 */
export async function signOut(): Promise<void> {
  let ended = currentSession()
  try {
    ended = await leaveDevice()
  } finally {
    if (ended) await endOnServer(ended)
  }
}

/** Best effort: the device is signed out anyway, and the tokens expire. */
async function endOnServer({ refresh }: Session): Promise<void> {
  await api.call(logout, { body: { refresh }, timeoutMs: LOGOUT_TIMEOUT_MS }).catch(() => undefined)
}

/** Signs out without notifying the server, for an account that was deleted there. Returns the ended session. */
export async function leaveDevice(): Promise<Session | null> {
  // The next user must not see these notifications; the server deletes the subscription with the session.
  const unsubscribed = forgetNotifications().catch(reportError)
  try {
    return await endPageSession('signed-out')
  } finally {
    forgetReturnUrl()
    await unsubscribed
  }
}

/** Resolves when no user is signed in on this device; the server and the push service may be notified afterwards. */
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
