import { readWiped } from '#offline/database/data-loss.ts'
import type { CompanionDatabase } from '#offline/database/database.ts'
import { followQuery } from '#offline/database/following/follow-query.ts'
import type { ConflictRow, OutboxEntry } from '#offline/database/rows.ts'
import { upgradeBlocked } from '#offline/database/upgrade-blocked.ts'
import { onConflict, onRefused } from '#offline/outbox/conflicts.ts'

/**
 * Reports events of this device's database (the texts are in `offline-notices.ts`, loaded when needed). Returns the
 * function that stops it and closes its prompts, because they are not for the next user.
 */
export function followNotices(db: CompanionDatabase, userId: number): () => void {
  let isOver = false
  /** Texts that load after the end are not shown. */
  const saying = <NoticeText>(fetching: Promise<NoticeText>, say: (text: NoticeText) => void): void =>
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
    // A separate id, because a conflict of the same entry uses the entry's id.
    sayAllRefused(entries.map((entry) => ({ id: `${entry.id}/refused`, entry }))),
  )
  const wiped = followQuery(() => readWiped(db, userId)).subscribe((isWiped) => {
    if (!isWiped) return
    said.add('wiped')
    saying(notices(), ({ sayWiped }) => sayWiped(db))
  }, reportError)
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
    dismissNotices(said)
  }
}

/** Shows each item of a list once, and closes its prompt when the item is no longer in the list. */
function sayEach<T extends { id: string }>(say: (one: T) => void): (all: T[]) => void {
  let said = new Set<string>()
  return (all) => {
    const now = new Set(all.map(({ id }) => id))
    dismissNotices([...said].filter((id) => !now.has(id)))
    for (const one of all) if (!said.has(one.id)) say(one)
    said = now
  }
}

/** In reverse order: otherwise each queued prompt would appear briefly when the previous one closes. */
function dismissNotices(said: Iterable<string>): void {
  for (const id of [...said].reverse()) {
    import('#ui/feedback/prompt.ts').then(({ closePrompt }) => closePrompt(id)).catch(reportError)
  }
}
