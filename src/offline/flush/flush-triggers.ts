import { Dexie } from 'dexie'
import type { Api } from '#api/client.ts'
import { contextLocks } from '#api/with-lock.ts'
import type { CompanionDatabase } from '../database/database.ts'
import { observeOutbox } from '../outbox/observe.ts'
import { checkpointAnswers, reconnectStreams, resumeStreams } from '../stream/stream-connections.ts'
import { prepareBackgroundSync, requestBackgroundSync } from './background-sync.ts'
import { flush } from './flush.ts'
import { planFlush } from './flush-plan.ts'
import { OUTAGE_WAIT_MS } from './retry-policy.ts'
import { wakeWaiting } from './retry-waiting.ts'
import { createSendPace } from './send-concurrency.ts'

const AFTER_TROUBLE_MS = 30_000
/** The same as OUTAGE_WAIT_MS for a page that nobody looks at; it tries at once when it is looked at again. */
const HIDDEN_OUTAGE_WAIT_MS = 60_000

let request: (() => void) | undefined

/** Asks for a flush now; does nothing while nobody is signed in. */
export function requestFlush(): void {
  request?.()
}

export interface FlushingUser {
  db: CompanionDatabase
  api: Api
  userId: number
  /** Something has reached the server, or was refused by it: the copy is to be looked at again. */
  onSent?: () => void
}

/** Unless another build has the database now, which the page says by itself, or the page is on its way out. */
const reportFailure = (error: unknown): void => {
  if (!(error instanceof Dexie.DatabaseClosedError)) reportError(error)
}

/**
 * Keeps the outbox of a person moving in this page: at once, after every change of it, when the next
 * try is due, when the network or the page comes back. Returns how to stop, for signing out.
 */
export function startFlushing(user: FlushingUser): () => void {
  const { db, userId, onSent } = user
  const stopping = new AbortController()
  const { signal } = stopping
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
      const longestOutageWait = document.visibilityState === 'visible' ? OUTAGE_WAIT_MS : HIDDEN_OUTAGE_WAIT_MS
      const options = { ...user, locks: contextLocks(), signal, pace, longestOutageWait }
      const { sent, refused, nextAt } = await flush(options)
      if (sent + refused > 0) onSent?.()
      schedule(nextAt)
    } catch (error) {
      // Also for what has changed meanwhile: its own claims did, and it would go on without a pause.
      again = false
      reportFailure(error)
      schedule(Date.now() + AFTER_TROUBLE_MS)
    } finally {
      running = false
    }
    // The browser may have kept its promise with nothing that could be sent then.
    renewPromise()
    if (again) run()
  }

  function schedule(at: number | null): void {
    clearTimeout(timer)
    if (at !== null && !signal.aborted) timer = setTimeout(run, Math.max(0, at - Date.now()))
  }

  /** Takes up what is enqueued by any tab. */
  async function follow(): Promise<void> {
    while (!signal.aborted) {
      await outbox.changed()
      registerSync()
      if (running) {
        // That flush may have read the outbox for the last time already.
        again = true
        continue
      }
      const { ready, nextAt } = planFlush(await outbox.read(), Date.now())
      if (ready.length > 0) run()
      else schedule(nextAt)
    }
  }

  /** Safari loses its database for a moment now and then: what is typed after that is taken up too. */
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
  /** What waited when the browser last promised: ids, each with how often it was tried. */
  let promised: ReadonlySet<string> = new Set()
  /** While something waits, the browser shall wake the worker should this page go. */
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
    // A promise covers all there is when it is kept: of a long queue only what is new, or was tried in vain, needs another.
    if (tries.some((each) => !promised.has(each)) && (await requestBackgroundSync(db))) promised = new Set(tries)
  }
  /** It may have been kept, or broken, since: the browser is asked again. */
  function renewPromise(): void {
    promised = new Set()
    registerSync()
  }

  /** There is reason to believe that the server can be reached: no pause of an outage holds any more. */
  const runNow = () => {
    pace.resume()
    return run()
  }
  const onReachable = () => {
    resumeStreams()
    wakeWaiting(db, userId).then(runNow, reportError)
  }
  const onOnline = () => {
    reconnectStreams()
    onReachable()
  }
  // A phone may end a hidden page without another word.
  const onLeaving = () => {
    checkpointAnswers()
    renewPromise()
  }
  const onVisibility = () => (document.visibilityState === 'visible' ? onReachable() : onLeaving())
  window.addEventListener('online', onOnline, { signal })
  document.addEventListener('visibilitychange', onVisibility, { signal })
  // Out of a freeze, and out of the browser's cache of pages.
  document.addEventListener('resume', onReachable, { signal })
  window.addEventListener('pageshow', ({ persisted }) => persisted && onReachable(), { signal })
  window.addEventListener('pagehide', onLeaving, { signal })
  // The first worker of this browser begins after the first page.
  const onWorker = () => void prepareBackgroundSync().then(renewPromise)
  navigator.serviceWorker?.addEventListener('controllerchange', onWorker, { signal })
  void prepareBackgroundSync()
  request = runNow
  followWorker()
  onReachable()
  return () => {
    stopping.abort()
    clearTimeout(timer)
    if (request === runNow) request = undefined
  }
}
