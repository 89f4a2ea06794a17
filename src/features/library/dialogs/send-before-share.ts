import { database } from '#offline/database/database.ts'
import type { OutboxEntry } from '#offline/database/rows.ts'
import { writeAs } from '#offline/database/write-as.ts'
import { releaseDeletions } from '#offline/outbox/enqueue-message-changes.ts'
import { waitUntilSent } from '#offline/outbox/wait-until-sent.ts'

/**
 * Sends the changes that decide which messages of a chat are shown, because the server shares what it has: a deletion
 * that is held for Undo would leave the deleted text on the page. False when they could not be sent.
 */
export async function sendBeforeShare(userId: number, chatId: string): Promise<boolean> {
  const db = database()
  await writeAs(db, userId, [db.outbox], () => releaseDeletions(db, userId, chatId))
  return waitUntilSent(db, userId, (entry) => entry.queueKey === chatId && hidesMessages(entry))
}

/** A refused change hides nothing on this device either. */
function hidesMessages({ kind, state, body }: OutboxEntry): boolean {
  if (state === 'failed') return false
  if (kind === 'message.delete') return true
  if (kind === 'message.send') return body.replaces !== undefined
  return kind === 'chat.update' && (body.path !== undefined || body.versions !== undefined)
}
