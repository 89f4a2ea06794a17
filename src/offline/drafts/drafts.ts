import type { CompanionDatabase } from '../database/database.ts'
import type { DraftRow } from '../database/rows.ts'
import { toStored } from '../database/stored-names.ts'
import { writeAs } from '../database/write-as.ts'

/** The key of the draft that belongs to no chat yet. */
export const NEW_CHAT = 'new'

/** Keeps what is typed; an empty text removes the draft. On disk when the promise resolves. */
export async function saveDraft(db: CompanionDatabase, userId: number, draftKey: string, text: string): Promise<void> {
  await writeAs(db, userId, [db.drafts], async () => {
    if (text === '') await db.drafts.delete([userId, draftKey])
    else await db.drafts.put({ userId, draftKey, text, updated_at: Date.now() })
  })
}

/**
 * The same for a page that is going: it hears of no answer any more, so the one request is made and committed at once.
 * Does nothing while the database is closed.
 */
export function saveDraftLeaving(db: CompanionDatabase, userId: number, draftKey: string, text: string): void {
  if (!db.isOpen()) return
  const transaction = db.backendDB().transaction('drafts', 'readwrite')
  const drafts = transaction.objectStore('drafts')
  if (text === '') drafts.delete([userId, draftKey])
  else drafts.put(toStored('drafts', { userId, draftKey, text, updated_at: Date.now() } satisfies DraftRow))
  transaction.commit()
}

/** The kept text; empty when there is none. Live inside `useLiveQuery`. */
export async function readDraft(db: CompanionDatabase, userId: number, draftKey: string): Promise<string> {
  return (await db.drafts.get([userId, draftKey]))?.text ?? ''
}
