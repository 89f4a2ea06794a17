import type { AnyRouter } from '@tanstack/react-router'
import { onErase } from '#session/erasing.ts'
import { MIRROR_KEY } from '#session/mirror.ts'
import { forgetPlace } from '#session/redirect-place.ts'
import { sessionReconciled } from '#session/restore-session.ts'
import { currentSession, onPersonChange } from '#session/session-atom.ts'

/** The database code is not for visitors: it is fetched once somebody is signed in. */
function serveWhoeverIsSignedIn(): void {
  const serve = async () => (await import('./serve-person.ts')).servePerson()
  if (currentSession() !== null) return void serve().catch(reportError)
  const stop = onPersonChange(() => {
    stop()
    serve().catch(reportError)
  })
}

/** What was fetched for one person is not shown to the next, and a tab whose person signed out elsewhere leaves too. */
export function followSession(router: AnyRouter): void {
  serveWhoeverIsSignedIn()
  onPersonChange(async (_session, previous) => {
    if (previous === null) return
    const { queryClient } = await import('#lib/query-client.ts')
    queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'plans' })
  })
  let isErased = false
  const leave = async () => {
    if (isErased) return
    await router.invalidate()
    // The guard noted the way back, but whoever signed out wants no trace of it.
    forgetPlace()
  }
  onErase(() => {
    isErased = true
    window.location.replace('/')
  })
  // This event comes only from other tabs; the tab that signs out finds its own way.
  window.addEventListener('storage', ({ key }) => {
    if (key === MIRROR_KEY && currentSession() === null) void leave()
  })
  // The mirror may name somebody whom the record knows to have left (architecture.md, "Tokens").
  if (currentSession() !== null) {
    void sessionReconciled().then(() => (currentSession() === null ? leave() : undefined))
  }
}
