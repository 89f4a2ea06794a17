import { isPassing } from '#api/passing-error.ts'
import { offerUpdate } from '#features/pwa/update-state.ts'
import { database, onDatabaseVersion } from '#offline/database.ts'
import { startFlushing } from '#offline/flush-triggers.ts'
import { api } from '#session/api.ts'
import { refreshUser } from '#session/refresh-user.ts'
import { currentSession, onPersonChange } from '#session/session-atom.ts'

/** On every page of a signed-in person: sends what waits, and keeps what is known of them fresh. */
export function servePerson(): void {
  // A tab of a newer build has changed the database: only that build can go on with it.
  onDatabaseVersion({ onOutdated: () => offerUpdate(() => window.location.reload()) })
  let stop = serve()
  onPersonChange(() => {
    stop()
    stop = serve()
  })
}

function serve(): () => void {
  const account = currentSession()?.user.id
  if (account === undefined) return () => {}
  const stopFlushing = startFlushing({ db: database(), api, account })
  const ending = new AbortController()
  const { signal } = ending
  const refresh = () => {
    if (document.visibilityState !== 'visible') return
    refreshUser(signal).catch((error: unknown) => {
      if (!signal.aborted && !isPassing(error)) reportError(error)
    })
  }
  window.addEventListener('online', refresh, { signal })
  document.addEventListener('visibilitychange', refresh, { signal })
  refresh()
  return () => {
    stopFlushing()
    ending.abort()
  }
}
