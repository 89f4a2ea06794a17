import { database } from '#offline/database/database.ts'
import type { OutboxEntry } from '#offline/database/rows.ts'
import { sendDeletions } from '#offline/outbox/send-deletions.ts'

/**
 * Sends the changes that decide which messages of a chat are shown, because the server shares what it has: a deletion
 * that is held for Undo would leave the deleted text on the page. False when they could not be sent.
 */
export async function sendBeforeShare(userId: number, chatId: string): Promise<boolean> {
  return sendDeletions(database(), { userId, chatId }, selectsMessages)
}

function selectsMessages({ kind, body }: OutboxEntry): boolean {
  if (kind === 'message.send') return body.replaces !== undefined
  return kind === 'chat.update' && (body.path !== undefined || body.versions !== undefined)
}
