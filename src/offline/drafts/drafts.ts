import type { CompanionDatabase } from '../database/database.ts'
import type { DraftRow } from '../database/rows.ts'
import { toStored } from '../database/stored-names.ts'
import { writeAs } from '../database/write-as.ts'

/** The key of the draft for a chat that does not exist yet. */
export const NEW_CHAT = 'new'

/** Stores what was typed; an empty text deletes the draft. It is on disk when the promise resolves. */
export async function saveDraft(db: CompanionDatabase, userId: number, draftKey: string, text: string): Promise<void> {
  await writeAs(db, userId, [db.drafts], async () => {
    if (text === '') await db.drafts.delete([userId, draftKey])
    else await db.drafts.put({ userId, draftKey, text, updated_at: Date.now() })
  })
}

/**
 * Like `saveDraft` for a page that is unloading: no callback will run any more, so it makes one request and commits it
 * at once. Does nothing while the database is closed. `message`: the message which the text is being stored as; whether
 * it was stored cannot be read any more, which `recoverLeaving` does on the next page.
 */
export function saveDraftLeaving(
  db: CompanionDatabase,
  userId: number,
  draftKey: string,
  text: string,
  message?: string,
): void {
  if (!db.isOpen()) return
  const transaction = db.backendDB().transaction('drafts', 'readwrite')
  const drafts = transaction.objectStore('drafts')
  if (text === '') drafts.delete([userId, draftKey])
  else {
    const row: DraftRow = {
      userId,
      draftKey,
      text,
      updated_at: Date.now(),
      ...(message === undefined ? {} : { message }),
    }
    drafts.put(toStored('drafts', row))
  }
  transaction.commit()
}

/** The stored text; empty when there is none. Use inside `useLiveQuery`. */
export async function readDraft(db: CompanionDatabase, userId: number, draftKey: string): Promise<string> {
  return (await db.drafts.get([userId, draftKey]))?.text ?? ''
}
