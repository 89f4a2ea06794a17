import { liveQuery } from 'dexie'
import { onConflict, onRefused } from '#offline/conflicts.ts'
import type { CompanionDatabase } from '#offline/database.ts'
import type { OutboxEntry } from '#offline/rows.ts'
import { isUpgradeBlocked, onUpgradeBlocked } from '#offline/upgrade-blocked.ts'
import { readWiped } from '#offline/wiped.ts'

/** Says what happened to the copy on this device: to whom, the words know (`offline-notices.ts`, fetched when needed). */
export function followNotices(db: CompanionDatabase, account: number): () => void {
  const words = () => import('./offline-notices.ts')
  const said = new Set<string>()
  const changes = () => import('./change-notices.ts')
  const stopConflicts = onConflict(
    db,
    account,
    sayEach((conflict) => void changes().then(({ sayConflict }) => sayConflict(db, conflict), reportError)),
  )
  const sayAllRefused = sayEach<{ id: string; entry: OutboxEntry }>(
    ({ id, entry }) => void changes().then(({ sayRefused }) => sayRefused(db, id, entry), reportError),
  )
  const stopRefused = onRefused(db, account, (entries) =>
    // Not the id under which a conflict of the same entry is told.
    sayAllRefused(entries.map((entry) => ({ id: `${entry.id}/refused`, entry }))),
  )
  const wiped = liveQuery(() => readWiped(db, account)).subscribe({
    next: (isWiped) => isWiped && void words().then(({ sayWiped }) => sayWiped(db), reportError),
    error: reportError,
  })
  const tellBlocked = () => {
    const isBlocked = isUpgradeBlocked()
    if (isBlocked || said.has('blocked')) words().then(({ sayBlocked }) => sayBlocked(isBlocked), reportError)
    if (isBlocked) said.add('blocked')
  }
  const stopBlocked = onUpgradeBlocked(tellBlocked)
  tellBlocked()
  return () => {
    stopBlocked()
    stopConflicts()
    stopRefused()
    wiped.unsubscribe()
  }
}

/** Says each thing of a list once, and takes it back when it is settled, here or in another tab. */
function sayEach<T extends { id: string }>(say: (one: T) => void): (all: T[]) => void {
  let said = new Set<string>()
  return (all) => {
    const now = new Set(all.map(({ id }) => id))
    for (const id of said) if (!now.has(id)) void import('#ui/toast.ts').then(({ dismissToast }) => dismissToast(id))
    for (const one of all) if (!said.has(one.id)) say(one)
    said = now
  }
}
