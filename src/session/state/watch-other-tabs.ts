import { createEmitter } from '#lib/emitter.ts'
import { openRecord } from '../token-record/open-record.ts'
import { onAnnounced } from '../token-record/session-channel.ts'
import { readMirror } from './local-storage-mirror.ts'
import { MIRROR_KEY } from './mirror-key.ts'
import { adopt, currentSession, currentState } from './session-atom.ts'
import type { SessionState } from './session-state.ts'

const endings = createEmitter()

let stop: (() => void) | undefined

/** Follows session changes by other tabs (storage events of the mirror) and by the worker (broadcasts). */
export function watchOtherTabs(): void {
  if (stop) return
  const onStorage = (event: StorageEvent) => {
    if (event.key !== MIRROR_KEY) return
    const mirror = readMirror()
    if (mirror) follow(mirror, { mirror: false })
  }
  window.addEventListener('storage', onStorage)
  const stopAnnounced = onAnnounced((generation) => {
    if (generation > currentState().generation) readNewer().catch((error: unknown) => stop && reportError(error))
  })
  stop = () => {
    window.removeEventListener('storage', onStorage)
    stopAnnounced()
  }
}

async function readNewer(): Promise<void> {
  const { db, readRecord } = await openRecord()
  const record = await readRecord(db)
  if (record) follow(record)
}

/** Adopts a state of the record or another tab, and calls the listeners when it ends the session. */
export function follow(next: SessionState, options?: { mirror: boolean }): void {
  const before = currentSession()
  adopt(next, options)
  if (before !== null && currentSession() === null) endings.emit()
}

/** Calls back when another tab or the worker has ended the session. Returns an unsubscribe function. */
export const onEndedElsewhere = endings.subscribe

/** For tests. */
export function stopWatching(): void {
  stop?.()
  stop = undefined
  endings.clear()
}
