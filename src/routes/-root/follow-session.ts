import type { AnyRouter } from '@tanstack/react-router'
import { loadInBackground } from '#lib/lazy/load-in-background.ts'
import { unlessBlocked } from '#offline/database/upgrade-blocked.ts'
import { goToLogin } from '#session/guards/go-to-login.ts'
import { forgetReturnUrl } from '#session/guards/return-url.ts'
import { sessionReconciled } from '#session/restore-session.ts'
import { onErase } from '#session/sign-out/erase-lock.ts'
import { currentSession, onUserChange } from '#session/state/session-atom.ts'
import { onEndedElsewhere } from '#session/state/watch-other-tabs.ts'
import { openRecord } from '#session/token-record/open-record.ts'

/** Loads the database code only once a user is signed in, because visitors do not need it. */
export function serveWhoeverIsSignedIn(): void {
  const serve = async () => (await loadInBackground(() => import('./serve-user.ts'))).serveUser()
  if (currentSession() !== null) return void serve().catch(reportError)
  const stop = onUserChange(() => {
    stop()
    serve().catch(reportError)
  })
}

/** Clears cached data when the user changes, and leaves the page when the user signs out in another tab. */
export function followSession(router: AnyRouter): void {
  onUserChange(async (_session, previous) => {
    if (previous === null) return
    const { queryClient } = await import('#data/query-client.ts')
    queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'plans' })
  })
  let isErased = false
  const leave = async () => {
    if (isErased) return
    const isRefused = await wasRefused().catch((error: unknown) => {
      // A failing database must not block the navigation after the session has ended.
      reportError(error)
      return false
    })
    if (isErased) return
    if (isRefused) return goToLogin()
    await router.invalidate()
    // The guard has stored the way back, but a sign-out must leave no trace of it.
    forgetReturnUrl()
  }
  onErase(() => {
    isErased = true
    window.location.replace('/')
  })
  // The tab that signs out navigates by itself.
  onEndedElsewhere(() => void leave().catch(reportError))
  // localStorage may be outdated and name a user whose token record says signed out.
  if (currentSession() !== null) {
    sessionReconciled()
      .then(() => (currentSession() === null ? leave() : undefined))
      .catch(reportError)
  }
}

/**
 * Returns whether a refused refresh has ended the session, in another tab or the worker, perhaps with no page open.
 * False while a database upgrade is blocked. Rejects when the database fails.
 */
async function wasRefused(): Promise<boolean> {
  const { db, readRecord } = await openRecord()
  return (await unlessBlocked(readRecord(db)))?.refused === true
}
