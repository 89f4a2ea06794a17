import { Dexie } from 'dexie'
import type { CompanionDatabase } from '#offline/database/database.ts'
import { readEntries } from '#offline/database/queries.ts'
import type { MessageRow, OutboxEntry } from '#offline/database/rows.ts'

type UnsentMessage = Extract<OutboxEntry, { kind: 'message.send' }>

/** The messages of a chat by position, then the unacknowledged ones, in the order of sending. */
export function queryChatContents(
  db: CompanionDatabase,
  userId: number,
  chatId: string,
): Promise<{ messages: MessageRow[]; unsent: UnsentMessage[] }> {
  return db.transaction('r', [db.messages, db.outbox], async () => {
    const range = db.messages.where('[account+chat+seq]').between([userId, chatId, 0], [userId, chatId, Dexie.maxKey])
    const messages = await range.toArray()
    const unsent: UnsentMessage[] = []
    for (const entry of await readEntries(db, userId, chatId)) {
      if (entry.kind !== 'message.send') continue
      // The response was lost but a sync has fetched the message.
      if ((await db.messages.get([userId, entry.id])) === undefined) unsent.push(entry)
    }
    return { messages, unsent }
  })
}
