import { type Kysely, sql } from 'kysely'
import { engineOf } from '../engine-of.ts'
import type { Database } from '../schema/schema.ts'
import { userToken } from './entry-tokens.ts'

export interface FoundTitle {
  chatId: string
  title: string
  /** The time of the chat's last message. */
  at: string
}

export interface FoundMessage {
  chatId: string
  title: string
  messageId: string
  content: string
  at: string
}

interface Looked {
  userId: number
  /** From `queryTerms`: letters and digits only, so that they need no escaping in either engine's query language. */
  terms: readonly string[]
  limit: number
}

/**
 * How many matches are sorted by their time: those that were stored last. An imported message is stored later than it was
 * written, but sorting all matches of a common word would take a tenth of a second.
 */
const SORTED = 1_000

/** The user's messages that match all terms as prefixes, the newest first. */
export async function findMessages(db: Kysely<Database>, { userId, terms, limit }: Looked): Promise<FoundMessage[]> {
  const own = terms.map((term) => userToken(userId, 'message', term))
  const columns = sql`e.id as entry, c.id as "chatId", c.title, m.id as "messageId", m.created_at as at`
  const stored =
    engineOf(db) === 'postgres'
      ? sql`select ${columns}
        from search_entries e join messages m on m.user_id = e.user_id and m.id = e.message_id
        join chats c on c.user_id = m.user_id and c.id = m.chat_id
        where e.words @@ ${tsquery(own)}::tsquery and e.user_id = ${userId} and ${shown} and ${listed}
        order by e.id desc limit ${SORTED}`
      : sql`select ${columns}
        from search_words w cross join search_entries e on e.id = w.rowid
        cross join messages m on m.user_id = e.user_id and m.id = e.message_id
        cross join chats c on c.user_id = m.user_id and c.id = m.chat_id
        where w.search_words match ${match(own)} and e.user_id = ${userId} and ${shown} and ${listed}
        order by w.rowid desc limit ${SORTED}`
  // The texts, which may be long, are read of the newest only.
  const { rows } = await sql<FoundMessage>`select f."chatId", f.title, f."messageId", m.content, f.at
    from (select * from (${stored}) as stored order by at desc, entry desc limit ${limit}) as f
    join messages m on m.user_id = ${userId} and m.id = f."messageId"
    order by f.at desc, f.entry desc`.execute(db)
  return rows
}

/** The user's chats whose titles match all terms as prefixes, in the order of the list. */
export async function findTitles(db: Kysely<Database>, { userId, terms, limit }: Looked): Promise<FoundTitle[]> {
  const own = terms.map((term) => userToken(userId, 'title', term))
  const { rows } = await (engineOf(db) === 'postgres'
    ? sql<FoundTitle>`select c.id as "chatId", c.title, c.last_message_at as at
        from search_entries e join chats c on c.user_id = e.user_id and c.id = e.chat_id
        where e.words @@ ${tsquery(own)}::tsquery and e.user_id = ${userId} and e.message_id is null and ${listed}
        order by ${inOrder} limit ${limit}`
    : sql<FoundTitle>`select c.id as "chatId", c.title, c.last_message_at as at
        from search_words w cross join search_entries e on e.id = w.rowid
        cross join chats c on c.user_id = e.user_id and c.id = e.chat_id
        where w.search_words match ${match(own)} and e.user_id = ${userId} and e.message_id is null and ${listed}
        order by ${inOrder} limit ${limit}`
  ).execute(db)
  return rows
}

/** Excludes chats in Recently deleted. */
const listed = sql`c.deleted_at is null`
/** As `compareChats` orders them. */
const inOrder = sql`c.is_pinned desc, c.last_message_at desc, c.id desc`
/** Excludes superseded branches and deleted messages. */
const shown = sql`m.superseded_by is null and m.status <> 'deleted'`

const tsquery = (tokens: readonly string[]) => tokens.map((token) => `'${token}':*`).join(' & ')
const match = (tokens: readonly string[]) => tokens.map((token) => `"${token}"*`).join(' AND ')
