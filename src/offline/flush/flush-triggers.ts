import { Dexie } from 'dexie'
import type { Api } from '#api/client.ts'
import { contextLocks } from '#api/with-lock.ts'
import { whenStored } from '#lib/lazy/app-stored.ts'
import { loadInBackground } from '#lib/lazy/load-in-background.ts'
import { afterPaint } from '#lib/timing/after-paint.ts'
import type { CompanionDatabase } from '../database/database.ts'
import { observeOutbox } from '../outbox/observe.ts'
import { checkpointAnswers, reconnectStreams, resumeStreams } from '../stream/stream-connections.ts'
import { prepareBackgroundSync, requestBackgroundSync } from './background-sync.ts'
import { planFlush } from './flush-plan.ts'
import { onFlushRequest } from './request-flush.ts'
import { OUTAGE_WAIT_MS } from './retry-policy.ts'
import { retryWaiting } from './retry-waiting.ts'
import { createSendPace } from './send-concurrency.ts'

const AFTER_TROUBLE_MS = 30_000
/** Replaces OUTAGE_WAIT_MS in a hidden page, which retries at once when it becomes visible. */
const HIDDEN_OUTAGE_WAIT_MS = 60_000

/** Loaded lazily, since most pages are opened with nothing to send; `prepare` below preloads it. */
const loadFlush = () => import('./flush.ts')

export interface FlushingUser {
  db: CompanionDatabase
  api: Api
  userId: number
  /** Called when the server has accepted or refused an entry: the local copy should be synced again. */
  onSent?: () => void
}

/** Ignores a closed database: another build has upgraded it, which the page announces, or the page is unloading. */
const reportFailure = (error: unknown): void => {
  if (!(error instanceof Dexie.DatabaseClosedError)) reportError(error)
}

/**
 * Flushes a user's outbox from this page: at once, after every change, when the next retry is due, and when the network
 * or the page comes back. Returns a stop function, for sign-out.
 */
export function startFlushing(user: FlushingUser): () => void {
  const { db, userId, onSent } = user
  const controller = new AbortController()
  const { signal } = controller
  let timer: ReturnType<typeof setTimeout> | undefined
  let running = false
  let again = false
  const pace = createSendPace()
  let outbox = observeOutbox(db, userId)
  signal.addEventListener('abort', () => outbox.stop())

  async function run(): Promise<void> {
    again = running
    if (running || signal.aborted) return
    running = true
    clearTimeout(timer)
    try {
      if ((await outbox.read()).length > 0) await send()
    } catch (error) {
      // Clears the request for another run: the failed run's own writes have set it, and it would retry without delay.
      again = false
      reportFailure(error)
      schedule(Date.now() + AFTER_TROUBLE_MS)
    } finally {
      running = false
    }
    // The browser may have fired the Background Sync while nothing could be sent, so it is registered again.
    renewPromise()
    if (again) run()
  }

  async function send(): Promise<void> {
    const { flush } = await loadInBackground(loadFlush)
    const longestOutageWait = document.visibilityState === 'visible' ? OUTAGE_WAIT_MS : HIDDEN_OUTAGE_WAIT_MS
    const options = { ...user, locks: contextLocks(), signal, pace, longestOutageWait }
    const { sent, refused, nextAt } = await flush(options)
    if (sent + refused > 0) onSent?.()
    schedule(nextAt)
  }

  function schedule(at: number | null): void {
    clearTimeout(timer)
    if (at !== null && !signal.aborted) timer = setTimeout(run, Math.max(0, at - Date.now()))
  }

  /** Flushes after each change of the outbox, by any tab. */
  async function follow(): Promise<void> {
    while (!signal.aborted) {
      await outbox.changed()
      // Its reads would delay the frame that shows the new message.
      afterPaint(registerSync)
      if (running) {
        // The running flush may have read the outbox for the last time already.
        again = true
        continue
      }
      const { ready, nextAt } = planFlush(await outbox.read(), Date.now())
      if (ready.length > 0) run()
      else schedule(nextAt)
    }
  }

  /** Safari sometimes loses its database connection for a moment, so following is restarted after an error. */
  function followWorker(): void {
    follow().catch((error: unknown) => {
      reportFailure(error)
      setTimeout(() => {
        if (signal.aborted) return
        outbox.stop()
        outbox = observeOutbox(db, userId)
        followWorker()
        run()
      }, AFTER_TROUBLE_MS)
    })
  }

  let promising: 'no' | 'yes' | 'again' = 'no'
  /** Ids and attempts of the entries that waited when the last Background Sync was registered. */
  let promised: ReadonlySet<string> = new Set()
  /** Keeps a Background Sync registered while entries wait, in case the page is closed. */
  function registerSync(): void {
    const isUnderWay = promising !== 'no'
    promising = isUnderWay ? 'again' : 'yes'
    if (isUnderWay || signal.aborted) return
    askIfWaiting()
      .catch(reportFailure)
      .finally(() => {
        const isChanged = promising === 'again'
        promising = 'no'
        if (isChanged) registerSync()
      })
  }
  async function askIfWaiting(): Promise<void> {
    const waiting = (await outbox.read()).filter(({ state }) => state !== 'failed')
    const tries = waiting.map(({ id, attempts }) => `${id}/${attempts}`)
    // One sync sends all entries that exist when it fires: it is registered again only for new or retried entries.
    if (tries.some((each) => !promised.has(each)) && (await requestBackgroundSync(db))) promised = new Set(tries)
  }
  /** The registration may have fired or been lost, so it is made again. */
  function renewPromise(): void {
    promised = new Set()
    registerSync()
  }

  /** The server is probably reachable again: the pause of an outage ends. */
  const runNow = () => {
    pace.resume()
    return run()
  }
  const onReachable = () => {
    resumeStreams()
    retryWaiting(db, userId, { restartBackoff: true }).then(() => {
      pace.restart()
      return run()
    }, reportError)
  }
  const onOnline = () => {
    reconnectStreams()
    onReachable()
  }
  // A phone may end a hidden page without another event.
  const onLeaving = () => {
    checkpointAnswers()
    renewPromise()
  }
  const onVisibility = () => (document.visibilityState === 'visible' ? onReachable() : onLeaving())
  window.addEventListener('online', onOnline, { signal })
  document.addEventListener('visibilitychange', onVisibility, { signal })
  // The page was unfrozen, or restored from the back/forward cache.
  document.addEventListener('resume', onReachable, { signal })
  window.addEventListener('pageshow', ({ persisted }) => persisted && onReachable(), { signal })
  window.addEventListener('pagehide', onLeaving, { signal })
  // The first service worker of a browser starts only after the first page.
  const onWorker = () => void prepareBackgroundSync().then(renewPromise)
  navigator.serviceWorker?.addEventListener('controllerchange', onWorker, { signal })
  // Preloads the flush code at the first input, or once the worker has cached it. A flush repeats a failed load.
  const prepare = () => void loadFlush().catch(() => undefined)
  whenStored().then(prepare, reportError)
  for (const use of ['pointerdown', 'keydown']) window.addEventListener(use, prepare, { signal, once: true })
  void prepareBackgroundSync()
  const endRequests = onFlushRequest(runNow)
  followWorker()
  onReachable()
  return () => {
    controller.abort()
    clearTimeout(timer)
    endRequests()
  }
}
