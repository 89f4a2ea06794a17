import { liveQuery } from 'dexie'
import { onConflict } from '#offline/conflicts.ts'
import type { CompanionDatabase } from '#offline/database.ts'
import { readWiped } from '#offline/wiped.ts'

/** Says what happened to the copy on this device: to whom, the words know (`offline-notices.ts`, fetched when needed). */
export function followNotices(db: CompanionDatabase, account: number): () => void {
  const words = () => import('./offline-notices.ts')
  const said = new Set<string>()
  const stopConflicts = onConflict(db, account, (conflicts) => {
    const fresh = conflicts.filter(({ id }) => !said.has(id))
    for (const conflict of fresh) {
      said.add(conflict.id)
      words().then(({ sayConflict }) => sayConflict(db, conflict), reportError)
    }
  })
  const wiped = liveQuery(() => readWiped(db, account)).subscribe({
    next: (isWiped) => isWiped && void words().then(({ sayWiped }) => sayWiped(db), reportError),
    error: reportError,
  })
  return () => {
    stopConflicts()
    wiped.unsubscribe()
  }
}
