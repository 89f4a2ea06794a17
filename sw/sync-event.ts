import { anySignal } from '#api/any-signal.ts'
import { SYNC_TAG } from '#offline/flush/background-sync-tag.ts'
import { finishSignal } from './update.ts'

/** Chrome ends a worker that is busy with one event for 5 minutes. */
const AT_MOST_MS = 3 * 60_000

/** Not in TypeScript's library: only Chromium has it. */
export interface SyncEvent extends ExtendableEvent {
  readonly tag: string
  /** The browser will not try again after this. */
  readonly lastChance: boolean
}

/** The network is back, says the browser: sends what waits. */
export function sendWhatWaits(event: SyncEvent, scope: ServiceWorkerGlobalScope): void {
  if (event.tag === SYNC_TAG) event.waitUntil(run(event, scope))
}

/** Rejects when something still waits, so that the browser tries again; after its last try the page does, when it is opened. */
async function run({ lastChance }: SyncEvent, scope: ServiceWorkerGlobalScope): Promise<void> {
  // Loaded here, so that a worker that only answers requests starts without it.
  const [{ asUser }, { flushClosed }] = await Promise.all([import('./as-user.ts'), import('./flush-in-background.ts')])
  const signal = anySignal([AbortSignal.timeout(AT_MOST_MS), finishSignal()])
  const isPageOpen = async () => (await scope.clients.matchAll({ type: 'window' })).length > 0
  const waits = await asUser(async (db, user) =>
    user === null ? false : flushClosed(db, user, { signal, isPageOpen }),
  )
  if (waits && !lastChance) throw new Error('Something still waits to be sent')
}
