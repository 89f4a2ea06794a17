import { openRecord } from '../token-record/open-record.ts'
import { onAnnounced } from '../token-record/session-channel.ts'
import { MIRROR_KEY, readMirror } from './local-storage-mirror.ts'
import { adopt, currentSession, currentState } from './session-atom.ts'
import type { SessionState } from './session-state.ts'

const endings = new Set<() => void>()

let stop: (() => void) | undefined

/** Follows what other tabs (by the mirror) and the worker (by announcements) do to the session. */
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

/** Takes over what the record or another tab says; an end of the session that was not made here is told. */
export function follow(next: SessionState, options?: { mirror: boolean }): void {
  const before = currentSession()
  adopt(next, options)
  if (before !== null && currentSession() === null) for (const listener of [...endings]) listener()
}

/** Calls back when this tab learns that another one or the worker has ended its session. Returns how to stop. */
export function onEndedElsewhere(listener: () => void): () => void {
  endings.add(listener)
  return () => endings.delete(listener)
}

/** For tests. */
export function stopWatching(): void {
  stop?.()
  stop = undefined
  endings.clear()
}
