import type { CompanionDatabase } from '../database/database.ts'
import { type ChatBin, isEntry, type OutboxEntry } from '../database/rows.ts'
import { putDraftBack } from '../drafts/put-draft-back.ts'

/**
 * Restores what was unsent in a chat when this device deleted it. It follows what is in the queue now, such as the
 * restoration, in its former order. Runs in the caller's transaction.
 */
export async function putUnsentBack(db: CompanionDatabase, { entries, drafts, conflicts }: ChatBin): Promise<void> {
  for (const entry of entries.filter(isEntry)) {
    if (entry.kind === 'chat.restore') continue
    const { order: _, ...again } = entry
    await db.outbox.add(again as OutboxEntry)
  }
  for (const draft of drafts) await putDraftBack(db, draft)
  await db.conflicts.bulkPut(conflicts)
}
