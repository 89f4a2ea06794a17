import { anySignal } from '#api/any-signal.ts'
import { isScreen } from '#lib/service-worker/screen-urls.ts'
import { BACKGROUND_SYNC_TAG } from '#offline/flush/background-sync-tag.ts'
import { finishSignal } from './update.ts'

/** Below the 5 minutes after which Chrome terminates a worker that is busy with one event. */
const AT_MOST_MS = 3 * 60_000

/** TypeScript's library lacks this type, since only Chromium has Background Sync. */
export interface SyncEvent {
  readonly tag: string
  /** True when the browser will not retry after this event. */
  readonly lastChance: boolean
  waitUntil(work: Promise<unknown>): void
}

/** The parts of the worker's global scope that are used here. */
interface Scope {
  clients: { matchAll(options: { type: 'window' }): Promise<readonly { url: string }[]> }
}

/** Flushes the outbox when the browser reports that the network is back. */
export function sendWhatWaits(event: SyncEvent, scope: Scope): void {
  if (event.tag === BACKGROUND_SYNC_TAG) event.waitUntil(run(event, scope))
}

/** Rejects when entries are left, so that the browser retries; after its last try the next opened page sends them. */
async function run({ lastChance }: SyncEvent, scope: Scope): Promise<void> {
  // Loaded on demand, so that a worker which only serves requests starts faster.
  const [{ asUser }, { flushClosed }] = await Promise.all([import('./as-user.ts'), import('./flush-in-background.ts')])
  const signal = anySignal([AbortSignal.timeout(AT_MOST_MS), finishSignal()])
  // The worker controls the server's own pages too, which send nothing.
  const isPageOpen = async () => (await scope.clients.matchAll({ type: 'window' })).some(({ url }) => isScreen(url))
  const waits = await asUser(async (db, user) =>
    user === null ? false : flushClosed(db, user, { signal, isPageOpen }),
  )
  if (waits && !lastChance) throw new Error('Something still waits to be sent')
}
