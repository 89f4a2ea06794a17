import { liveQuery } from 'dexie'
import { readWiped } from '#offline/database/data-loss.ts'
import type { CompanionDatabase } from '#offline/database/database.ts'
import type { ConflictRow, OutboxEntry } from '#offline/database/rows.ts'
import { upgradeBlocked } from '#offline/database/upgrade-blocked.ts'
import { onConflict, onRefused } from '#offline/outbox/conflicts.ts'

/**
 * Says what happened to the copy on this device: to whom, the words know (`offline-notices.ts`, fetched when needed).
 * Returns how to stop, which also takes back what stands there: it is not for whoever is here next.
 */
export function followNotices(db: CompanionDatabase, userId: number): () => void {
  let isOver = false
  /** Words that come when it is over are not said any more. */
  const saying = <NoticeText>(fetching: Promise<NoticeText>, say: (words: NoticeText) => void): void =>
    void fetching.then((notices) => isOver || say(notices)).catch(reportError)
  const notices = () => import('./offline-notices.ts')
  const said = new Set<string>()
  const changes = () => import('./change-notices.ts')
  const sayConflicts = sayEach<ConflictRow>((conflict) =>
    saying(changes(), ({ sayConflict }) => sayConflict(db, conflict)),
  )
  const stopConflicts = onConflict(db, userId, sayConflicts)
  const sayAllRefused = sayEach<{ id: string; entry: OutboxEntry }>(({ id, entry }) =>
    saying(changes(), ({ sayRefused }) => sayRefused(db, id, entry)),
  )
  const stopRefused = onRefused(db, userId, (entries) =>
    // Not the id under which a conflict of the same entry is told.
    sayAllRefused(entries.map((entry) => ({ id: `${entry.id}/refused`, entry }))),
  )
  const wiped = liveQuery(() => readWiped(db, userId)).subscribe({
    next: (isWiped) => {
      if (!isWiped) return
      said.add('wiped')
      saying(notices(), ({ sayWiped }) => sayWiped(db))
    },
    error: reportError,
  })
  const notifyBlocked = () => {
    const isBlocked = upgradeBlocked.get()
    if (isBlocked || said.has('blocked')) saying(notices(), ({ sayBlocked }) => sayBlocked(isBlocked))
    if (isBlocked) said.add('blocked')
  }
  const stopBlocked = upgradeBlocked.subscribe(notifyBlocked)
  notifyBlocked()
  return () => {
    isOver = true
    stopBlocked()
    stopConflicts()
    stopRefused()
    wiped.unsubscribe()
    sayAllRefused([])
    sayConflicts([])
    takeBack(said)
  }
}

/** Says each thing of a list once, and takes it back when it is no longer there: settled, here or in another tab. */
function sayEach<T extends { id: string }>(say: (one: T) => void): (all: T[]) => void {
  let said = new Set<string>()
  return (all) => {
    const now = new Set(all.map(({ id }) => id))
    takeBack([...said].filter((id) => !now.has(id)))
    for (const one of all) if (!said.has(one.id)) say(one)
    said = now
  }
}

/** Those said last first: else each would have its moment on the screen when the one before it goes. */
function takeBack(said: Iterable<string>): void {
  for (const id of [...said].reverse()) {
    import('#ui/feedback/toast.ts').then(({ dismissToast }) => dismissToast(id)).catch(reportError)
  }
}
