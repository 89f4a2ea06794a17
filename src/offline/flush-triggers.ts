import type { Api } from '#api/client.ts'
import { contextLocks } from '#api/with-lock.ts'
import { checkpointAnswers, hastenTails } from './answer-wakeups.ts'
import type { CompanionDatabase } from './database.ts'
import { flush } from './flush.ts'
import { planFlush } from './flush-plan.ts'
import { readEntries } from './queries.ts'
import { report } from './report.ts'
import { wakeUnreached } from './wake-unreached.ts'
import { watchOutbox } from './watch-outbox.ts'

const AFTER_TROUBLE_MS = 30_000

let request: (() => void) | undefined

/** Asks for a flush now; does nothing while nobody is signed in. */
export function requestFlush(): void {
  request?.()
}

/**
 * Keeps the outbox of a person moving in this page: at once, after every change of it, when the next
 * try is due, when the network or the page comes back. Returns how to stop, for signing out.
 */
export function startFlushing(person: { db: CompanionDatabase; api: Api; account: number }): () => void {
  const { db, account } = person
  const stopping = new AbortController()
  const { signal } = stopping
  let timer: ReturnType<typeof setTimeout> | undefined
  let running = false
  let again = false

  async function run(): Promise<void> {
    again = running
    if (running || signal.aborted) return
    running = true
    clearTimeout(timer)
    try {
      const { nextAt } = await flush({ ...person, locks: contextLocks(), signal })
      schedule(nextAt)
    } catch (error) {
      report(error)
      schedule(Date.now() + AFTER_TROUBLE_MS)
    } finally {
      running = false
    }
    if (again) run()
  }

  function schedule(at: number | null): void {
    clearTimeout(timer)
    if (at !== null && !signal.aborted) timer = setTimeout(run, Math.max(0, at - Date.now()))
  }

  /** Takes up what is enqueued by any tab. */
  async function follow(): Promise<void> {
    const outbox = watchOutbox(db, account)
    signal.addEventListener('abort', () => outbox.stop())
    while (!signal.aborted) {
      await outbox.changed()
      if (running) {
        // That flush may have read the outbox for the last time already.
        again = true
        continue
      }
      const { ready, nextAt } = planFlush(await readEntries(db, account), Date.now())
      if (ready.length > 0) run()
      else schedule(nextAt)
    }
  }

  const onReachable = () => {
    hastenTails()
    wakeUnreached(db, account).then(run, report)
  }
  const onVisibility = () => document.visibilityState === 'visible' && onReachable()
  window.addEventListener('online', onReachable, { signal })
  document.addEventListener('visibilitychange', onVisibility, { signal })
  window.addEventListener('pagehide', checkpointAnswers, { signal })
  request = run
  follow().catch(report)
  onReachable()
  return () => {
    stopping.abort()
    clearTimeout(timer)
    if (request === run) request = undefined
  }
}
