import { type Kysely, sql } from 'kysely'
import { engineOf } from '../engine-of.ts'
import type { Database } from '../schema/schema.ts'
import { entryTokens, type TokenSource } from './entry-tokens.ts'

interface EntryKey {
  userId: number
  chatId: string
  /** Undefined for the chat's title. */
  messageId?: string
}

/**
 * Adds or updates the index entry of a text; a text without tokens is removed. Runs in the transaction that stores the
 * text. The database deletes the entries of deleted rows itself.
 */
export async function putSearchEntry(trx: Kysely<Database>, key: EntryKey, text: string): Promise<void> {
  const of: TokenSource = key.messageId === undefined ? 'title' : 'message'
  const tokens = entryTokens(key.userId, of, text)
  if (tokens.length === 0) return removeSearchEntry(trx, key)
  if (engineOf(trx) === 'postgres') return putPostgres(trx, key, tokens)
  const known = await entryOf(trx, key).select('id').executeTakeFirst()
  const id = known?.id ?? (await insert(trx, key))
  await sql`insert or replace into search_words (rowid, words) values (${id}, ${tokens.join(' ')})`.execute(trx)
}

/** Removes the entry of a text without tokens, or of a deleted message whose row remains as a tombstone. */
export async function removeSearchEntry(trx: Kysely<Database>, key: EntryKey): Promise<void> {
  const { userId, chatId, messageId } = key
  await trx
    .deleteFrom('search_entries')
    .where('user_id', '=', userId)
    .where('chat_id', '=', chatId)
    .where('message_id', messageId === undefined ? 'is' : '=', messageId ?? null)
    .execute()
}

function entryOf(trx: Kysely<Database>, { userId, chatId, messageId }: EntryKey) {
  return trx
    .selectFrom('search_entries')
    .where('user_id', '=', userId)
    .where('chat_id', '=', chatId)
    .where('message_id', messageId === undefined ? 'is' : '=', messageId ?? null)
}

async function insert(trx: Kysely<Database>, { userId, chatId, messageId }: EntryKey): Promise<number> {
  const { id } = await trx
    .insertInto('search_entries')
    .values({ user_id: userId, chat_id: chatId, message_id: messageId ?? null })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

async function putPostgres(trx: Kysely<Database>, key: EntryKey, tokens: readonly string[]): Promise<void> {
  const known = await entryOf(trx, key).select('id').executeTakeFirst()
  const vector = sql`array_to_tsvector(${tokens}::text[])`
  if (known === undefined) {
    const { userId, chatId, messageId = null } = key
    await sql`insert into search_entries (user_id, chat_id, message_id, words)
      values (${userId}, ${chatId}, ${messageId}, ${vector})`.execute(trx)
  } else
    await sql`update search_entries set words = ${vector} where user_id = ${key.userId} and id = ${known.id}`.execute(
      trx,
    )
}
