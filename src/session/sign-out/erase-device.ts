import { logout } from '#contract/endpoints/accounts.ts'
import { unsubscribeFromPush } from '#contract/endpoints/companion.ts'
import { closeNotifications } from '#lib/service-worker/close-notifications.ts'
import { database } from '#offline/database/database.ts'
import { DATABASE_NAME } from '#offline/database/database-name.ts'
import { api } from '../api.ts'
import { currentSession } from '../state/session-atom.ts'
import { endPageSession } from './end-page-session.ts'
import { eraseAlone } from './erase-lock.ts'

const NOTIFY_TIMEOUT_MS = 3_000
const CLOSING_MS = 10_000

/** Some local data could not be deleted; `cause` has the reasons. The user is signed out nevertheless. */
class EraseError extends Error {
  override readonly name = 'EraseError'
}

/**
 * Deletes all data of the app in this browser, of all users, and signs out; data on the server stays. Other tabs open
 * the start page when the deletion begins (`onErase`). Online, this tab opens it at the end; offline, this page stays,
 * since no page could be loaded. Throws EraseError when some data remains.
 */
export async function eraseDevice(): Promise<void> {
  await eraseAlone(async () => {
    const failures: unknown[] = []
    // The order matters: the server is notified while there is a token, and no request refills an emptied cache.
    for (const step of [endNotifications, leaveSession, removeWorkers, removeCaches, removeDatabases, removeKeys]) {
      await step().catch((error: unknown) => failures.push(error))
    }
    if (failures.length > 0) throw new EraseError('Something stays on this device', { cause: failures })
  })
  if (navigator.onLine) location.replace('/')
}

async function endNotifications(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  const registration = await navigator.serviceWorker.getRegistration()
  await closeNotifications()
  const subscription = await registration?.pushManager?.getSubscription()
  if (!subscription) return
  const { endpoint } = subscription
  await notifyServer(() => api.call(unsubscribeFromPush, { body: { endpoint }, timeoutMs: NOTIFY_TIMEOUT_MS }))
  await subscription.unsubscribe()
}

async function leaveSession(): Promise<void> {
  let ended = currentSession()
  // An earlier try has ended it, and may have closed the database.
  if (ended === null) return
  try {
    ended = await endPageSession('signed-out')
  } finally {
    // A broken database has no session to return: the server is told of the page's.
    if (ended) {
      const { refresh } = ended
      await notifyServer(() => api.call(logout, { body: { refresh }, timeoutMs: NOTIFY_TIMEOUT_MS }))
    }
  }
}

/** Best effort: a server that was not notified lets the tokens expire. */
async function notifyServer(call: () => Promise<unknown>): Promise<void> {
  if (!navigator.onLine) return
  await call().catch(() => undefined)
}

async function removeWorkers(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  const registrations = await navigator.serviceWorker.getRegistrations()
  await Promise.all(registrations.map((registration) => registration.unregister()))
}

async function removeCaches(): Promise<void> {
  if (typeof caches === 'undefined') return
  await Promise.all((await caches.keys()).map((name) => caches.delete(name)))
}

/**
 * The app's database and those of libraries. The app's is emptied first, as a connection may delay its deletion; an
 * earlier try has closed it. Its deletion removes also what could not be emptied, such as a damaged table, or fails.
 */
async function removeDatabases(): Promise<void> {
  const db = database()
  const empty = () => db.transaction('rw', db.tables, () => Promise.all(db.tables.map((table) => table.clear())))
  if (db.isOpen()) await empty().catch(reportError)
  db.close()
  const known = (await indexedDB.databases?.()) ?? []
  const names = new Set([DATABASE_NAME, ...known.flatMap(({ name }) => name ?? [])])
  await Promise.all([...names].map(removeDatabase))
}

function removeDatabase(name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (why: string) => reject(new Error(`The database ${name} ${why}`))
    const timer = setTimeout(() => fail('is still held open'), CLOSING_MS)
    const request = indexedDB.deleteDatabase(name)
    const end = (settle: () => void) => () => {
      clearTimeout(timer)
      settle()
    }
    request.onsuccess = end(resolve)
    request.onerror = end(() => fail('could not be deleted'))
  })
}

async function removeKeys(): Promise<void> {
  localStorage.clear()
  sessionStorage.clear()
}
