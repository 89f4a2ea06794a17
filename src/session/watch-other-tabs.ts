import { onAnnounced } from './announce.ts'
import { MIRROR_KEY, readMirror } from './mirror.ts'
import { openRecord } from './open-record.ts'
import { adopt, currentState } from './session-atom.ts'

let stop: (() => void) | undefined

/** Follows what other tabs (by the mirror) and the worker (by announcements) do to the session. */
export function watchOtherTabs(): void {
  if (stop) return
  const onStorage = (event: StorageEvent) => {
    if (event.key !== MIRROR_KEY) return
    const mirror = readMirror()
    if (mirror) adopt(mirror, { mirror: false })
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
  if (record) adopt(record)
}

/** For tests. */
export function stopWatching(): void {
  stop?.()
  stop = undefined
}
