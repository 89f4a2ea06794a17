import { logout } from '#contract/endpoints/accounts.ts'
import { unsubscribeFromPush } from '#contract/endpoints/companion.ts'
import { closeNotifications } from '#lib/service-worker/close-notifications.ts'
import { database } from '#offline/database/database.ts'
import { DATABASE_NAME } from '#offline/database/database-name.ts'
import { api } from '../api.ts'
import { endPageSession } from './end-page-session.ts'
import { eraseAlone } from './erase-lock.ts'

const NOTIFY_TIMEOUT_MS = 3_000
const CLOSING_MS = 10_000

/** Some of what this device keeps could not be removed; `cause` has the reasons. Nobody is signed in any more. */
export class EraseError extends Error {
  override readonly name = 'EraseError'
}

/**
 * Removes everything that the app keeps in this browser, of every person, and signs out; the server keeps
 * what it has. With a network the start page is then loaded anew, here and in the other tabs. Without one
 * the promise resolves and this page stays: there is nothing left that could load another.
 * Throws EraseError when something stays behind.
 */
export async function eraseDevice(): Promise<void> {
  await eraseAlone(async () => {
    const failures: unknown[] = []
    // In this order: the server hears of it while there is a token, and nothing is fetched into an emptied cache.
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
  const ended = await endPageSession('signed-out')
  if (ended)
    await notifyServer(() => api.call(logout, { body: { refresh: ended.refresh }, timeoutMs: NOTIFY_TIMEOUT_MS }))
}

/** Best effort: what the server does not hear now, it finds out when the tokens expire. */
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

/** Ours and those of the libraries. Ours is emptied first, should another connection delay its end. */
async function removeDatabases(): Promise<void> {
  const db = database()
  await db.transaction('rw', db.tables, () => Promise.all(db.tables.map((table) => table.clear())))
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
