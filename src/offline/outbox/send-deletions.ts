import type { CompanionDatabase } from '../database/database.ts'
import type { OutboxEntry } from '../database/rows.ts'
import { writeAs } from '../database/write-as.ts'
import { releaseDeletions } from './enqueue-message-changes.ts'
import { waitUntilSent } from './wait-until-sent.ts'

/**
 * Sends the deletions of messages of a chat, also those that are held for Undo, and the chat's other entries that
 * `isMeant` names: for requests outside the outbox, which the server answers with the messages that it has. False when
 * they could not be sent. A refused entry is not waited for, since it hides nothing on this device either.
 */
export async function sendDeletions(
  db: CompanionDatabase,
  { userId, chatId }: { userId: number; chatId: string },
  isMeant: (entry: OutboxEntry) => boolean = () => false,
): Promise<boolean> {
  await writeAs(db, userId, [db.outbox], () => releaseDeletions(db, userId, chatId))
  return waitUntilSent(db, userId, (entry) => {
    if (entry.queueKey !== chatId || entry.state === 'failed') return false
    return entry.kind === 'message.delete' || isMeant(entry)
  })
}
