import { Dexie } from 'dexie'
import { findPath } from '#offline/chats/current-path.ts'
import type { CompanionDatabase } from '#offline/database/database.ts'
import { readEntries } from '#offline/database/queries.ts'
import type { MessageRow, OutboxEntry } from '#offline/database/rows.ts'

type UnsentMessage = Extract<OutboxEntry, { kind: 'message.send' }>

/**
 * The messages of a chat by position, the unacknowledged ones in the order of sending, and the ids of those of both
 * that are not shown.
 */
export function queryChatContents(
  db: CompanionDatabase,
  userId: number,
  chatId: string,
): Promise<{ messages: MessageRow[]; unsent: UnsentMessage[]; hidden: ReadonlySet<string> }> {
  return db.transaction('r', [db.messages, db.outbox, db.chats], async () => {
    const range = db.messages.where('[account+chat+seq]').between([userId, chatId, 0], [userId, chatId, Dexie.maxKey])
    const messages = await range.toArray()
    const unsent: UnsentMessage[] = []
    const entries = await readEntries(db, userId, chatId)
    for (const entry of entries) {
      if (entry.kind !== 'message.send') continue
      // The response was lost but a sync has fetched the message.
      if ((await db.messages.get([userId, entry.id])) === undefined) unsent.push(entry)
    }
    const { hidden } = findPath(messages, entries, (await db.chats.get([userId, chatId]))?.path)
    return { messages, unsent, hidden }
  })
}
