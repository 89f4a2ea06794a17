import type { Kysely } from 'kysely'
import type { Database } from '../schema/schema.ts'
import { putSearchEntry } from './put-entry.ts'

const AT_ONCE = 500

/** Indexes all stored chats and messages, user by user, oldest first. */
export async function indexEverything(db: Kysely<Database>): Promise<void> {
  for (const { id } of await db.selectFrom('users').select('id').orderBy('id').execute()) await indexUserEntries(db, id)
}

/** Indexes the chats and messages of one user. */
export async function indexUserEntries(db: Kysely<Database>, userId: number): Promise<void> {
  const chats = await db.selectFrom('chats').select(['id', 'title']).where('user_id', '=', userId).execute()
  for (const { id, title } of chats) await putSearchEntry(db, { userId, chatId: id }, title)
  const messages = await db
    .selectFrom('messages')
    .select('id')
    .where('user_id', '=', userId)
    .where('content', '!=', '')
    .orderBy('created_at')
    .orderBy('seq')
    .execute()
  for (let from = 0; from < messages.length; from += AT_ONCE) {
    const ids = messages.slice(from, from + AT_ONCE).map((message) => message.id)
    const rows = await db
      .selectFrom('messages')
      .select(['id', 'chat_id', 'content'])
      .where('user_id', '=', userId)
      .where('id', 'in', ids)
      .execute()
    const byId = new Map(rows.map((row) => [row.id, row]))
    for (const id of ids) {
      const row = byId.get(id)
      if (row) await putSearchEntry(db, { userId, chatId: row.chat_id, messageId: id }, row.content)
    }
  }
}
