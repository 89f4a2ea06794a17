import { isExpectedError } from '#api/expected-error.ts'
import { appUpdate } from '#lib/app-update/app-update.ts'
import { onBeforeReload } from '#lib/app-update/before-reload.ts'
import { database, onDatabaseVersion } from '#offline/database/database.ts'
import { startFlushing } from '#offline/flush/flush-triggers.ts'
import { checkpointAnswers } from '#offline/stream/stream-connections.ts'
import { startSyncTriggers } from '#offline/sync/sync-triggers.ts'
import { api } from '#session/api.ts'
import { refreshUser } from '#session/refresh-user.ts'
import { currentSession, onUserChange } from '#session/state/session-atom.ts'
import { followNotices } from './follow-notices.ts'
import { followTheme } from './selected-theme.ts'

const REFRESH_EVERY_MS = 60_000

/** Runs on every page of a signed-in user: sends the outbox and keeps the user's data up to date. */
export function serveUser(): void {
  // A tab of a newer build has upgraded the database: only that build can use it.
  onDatabaseVersion({
    onOutdated: () => appUpdate.send('outdated'),
    onLost: () => void notices().then(({ sayLost }) => sayLost(), reportError),
    onClosed: () => void notices().then(({ sayIfLost }) => sayIfLost(database()), reportError),
  })
  onBeforeReload(checkpointAnswers)
  let stop = serve()
  onUserChange(() => {
    stop()
    stop = serve()
  })
}

const notices = () => import('./offline-notices.ts')

function serve(): () => void {
  const userId = currentSession()?.user.id
  if (userId === undefined) return () => {}
  const deps = { db: database(), api, userId }
  const syncing = startSyncTriggers(deps)
  const stopFlushing = startFlushing({ ...deps, onSent: syncing.look })
  const stopNotices = followNotices(deps.db, userId)
  const stopTheme = followTheme()
  const controller = new AbortController()
  const { signal } = controller
  const refresh = () => {
    if (document.visibilityState !== 'visible') return
    refreshUser(signal).catch((error: unknown) => {
      if (!signal.aborted && !isExpectedError(error)) reportError(error)
    })
  }
  window.addEventListener('online', refresh, { signal })
  document.addEventListener('visibilitychange', refresh, { signal })
  // Shows what another device has changed, such as the name or the address.
  const timer = setInterval(refresh, REFRESH_EVERY_MS)
  refresh()
  return () => {
    clearInterval(timer)
    stopFlushing()
    syncing.stop()
    stopNotices()
    stopTheme()
    controller.abort()
  }
}
