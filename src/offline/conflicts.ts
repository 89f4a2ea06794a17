import { Dexie, liveQuery } from 'dexie'
import type { CompanionDatabase } from './database.ts'
import { enqueueChatChange } from './outbox.ts'
import { report } from './report.ts'
import type { ConflictRow } from './rows.ts'

/** What this device has replaced without having seen it, oldest first; now, and at every change. Returns how to stop. */
export function onConflict(
  db: CompanionDatabase,
  account: number,
  listener: (conflicts: ConflictRow[]) => void,
): () => void {
  const range = () => db.conflicts.where('[account+id]').between([account, Dexie.minKey], [account, Dexie.maxKey])
  const subscription = liveQuery(() => range().toArray()).subscribe({ next: listener, error: report })
  return () => subscription.unsubscribe()
}

/** The person has seen it, and takes the other title or lets their own stand. */
export async function settleConflict(
  db: CompanionDatabase,
  { account, id, chat, theirs }: ConflictRow,
  choice: 'mine' | 'theirs',
): Promise<void> {
  await db.conflicts.delete([account, id])
  if (choice === 'theirs') await enqueueChatChange(db, { account, chat, patch: { title: theirs } })
}
