import type { AnyRouter } from '@tanstack/react-router'
import { loadBehind } from '#lib/lazy/load-in-background.ts'
import { unlessBlocked } from '#offline/database/upgrade-blocked.ts'
import { goToLogin } from '#session/guards/go-to-login.ts'
import { forgetReturnUrl } from '#session/guards/return-url.ts'
import { sessionReconciled } from '#session/restore-session.ts'
import { onErase } from '#session/sign-out/erase-lock.ts'
import { currentSession, onUserChange } from '#session/state/session-atom.ts'
import { onEndedElsewhere } from '#session/state/watch-other-tabs.ts'
import { openRecord } from '#session/token-record/open-record.ts'

/** The database code is not for visitors: it is fetched once somebody is signed in. */
export function serveWhoeverIsSignedIn(): void {
  const serve = async () => (await loadBehind(() => import('./serve-user.ts'))).serveUser()
  if (currentSession() !== null) return void serve().catch(reportError)
  const stop = onUserChange(() => {
    stop()
    serve().catch(reportError)
  })
}

/** What was fetched for one person is not shown to the next, and a tab whose person signed out elsewhere leaves too. */
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
      // A broken database must not keep a page that belongs to nobody.
      reportError(error)
      return false
    })
    if (isErased) return
    if (isRefused) return goToLogin()
    await router.invalidate()
    // The guard noted the way back, but whoever signed out wants no trace of it.
    forgetReturnUrl()
  }
  onErase(() => {
    isErased = true
    window.location.replace('/')
  })
  // The tab that signs out finds its own way.
  onEndedElsewhere(() => void leave().catch(reportError))
  // localStorage may be stale and name a user whom the token record knows to have signed out.
  if (currentSession() !== null) {
    sessionReconciled()
      .then(() => (currentSession() === null ? leave() : undefined))
      .catch(reportError)
  }
}

/**
 * Whether nobody is signed in because a refresh was refused: by another tab or the worker, perhaps with no page open.
 * False while an upgrade of the database is held up. Rejects with a broken one.
 */
async function wasRefused(): Promise<boolean> {
  const { db, readRecord } = await openRecord()
  return (await unlessBlocked(readRecord(db)))?.refused === true
}
