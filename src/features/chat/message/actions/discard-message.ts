import { database } from '#offline/database/database.ts'
import { parseEntry } from '#offline/database/rows.ts'
import { withFreeSpace } from '#offline/database/write-as.ts'
import { stashDraft, stashDraftFiles } from '#offline/drafts/draft-stash.ts'
import { readDraft, saveDraft } from '#offline/drafts/drafts.ts'
import { discard } from '#offline/outbox/outbox-actions.ts'

/**
 * Removes an unsent message from the outbox and stashes its text and files in its chat; the draft does not change.
 * Returns false, and changes nothing, while the message is being sent.
 */
export async function discardMessage(userId: number, chatId: string, messageId: string): Promise<boolean> {
  const db = database()
  const stashInstead = async () => {
    const entry = parseEntry(await db.outbox.where('id').equals(messageId).first())
    const draft = await readDraft(db, userId, chatId)
    if (entry?.kind !== 'message.send' || !(await discard(db, messageId))) return false
    await saveDraft(db, userId, chatId, draft)
    await stashDraft(db, userId, chatId, entry.body.content, draft)
    await stashDraftFiles(db, userId, chatId, new Set(entry.files?.map(({ id }) => id)))
    return true
  }
  return withFreeSpace(db, userId, () => db.transaction('rw', db.tables, stashInstead))
}
