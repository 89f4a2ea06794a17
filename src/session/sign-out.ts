import { logout } from '#contract/endpoints/accounts.ts'
import { api } from './api.ts'
import { endSession } from './end-session.ts'
import { forgetNotifications } from './push-subscription.ts'
import { forgetPlace } from './redirect-place.ts'

const LOGOUT_TIMEOUT_MS = 10_000

/** Signs out here at once, offline too, and leaves nothing private; the server is told as far as it can be reached. */
export async function signOut(): Promise<void> {
  // The person at this device next must not hear of these answers; the server's own end follows the session's.
  const unsubscribed = forgetNotifications().catch(reportError)
  const ended = await endSession('signed-out')
  forgetPlace()
  await unsubscribed
  if (!ended) return
  try {
    await api.call(logout, { body: { refresh: ended.refresh }, timeoutMs: LOGOUT_TIMEOUT_MS })
  } catch {
    // Best effort: this device is signed out whatever the server says, and its tokens expire.
  }
}
