import { type Kysely, type SqlBool, sql } from 'kysely'
import { CHAT_TAGS_MAX } from '#contract/limits.ts'
import type { Chat } from '#contract/objects/chat.ts'
import { engineOf } from '../../db/engine-of.ts'
import { prepareQuery, type Value } from '../../db/prepare-query.ts'
import type { Database } from '../../db/schema/schema.ts'
import type { ChatRow } from './chat-lock.repository.ts'
import { tooManyTags } from './chats.errors.ts'
import { type MessageRow, type ShownChat, toChat } from './chats.mappers.ts'

type Db = Kysely<Database>

/** Also one in Recently deleted. */
export function findChat(db: Db, userId: number, id: string): Promise<ChatRow | undefined> {
  return db.selectFrom('chats').selectAll().where('user_id', '=', userId).where('id', '=', id).executeTakeFirst()
}

/** Undefined also for a chat in Recently deleted. */
export async function findListedChat(db: Db, userId: number, id: string): Promise<ChatRow | undefined> {
  const chat = await findChat(db, userId, id)
  return chat?.deleted_at === null ? chat : undefined
}

const selectMessage = prepareQuery((db, value: Value<{ userId: number; id: string }>) =>
  db.selectFrom('messages').selectAll().where('user_id', '=', value('userId')).where('id', '=', value('id')),
)

export async function findMessage(db: Db, userId: number, id: string): Promise<MessageRow | undefined> {
  const [message] = await selectMessage(db, { userId, id })
  return message
}

/** The versions of the answer to a question, the first one first; their positions follow the question's. */
export function findAnswers(db: Db, question: MessageRow): Promise<MessageRow[]> {
  return db
    .selectFrom('messages')
    .selectAll()
    .where('user_id', '=', question.user_id)
    .where('chat_id', '=', question.chat_id)
    .where('seq', '>', question.seq)
    .where('reply_to', '=', question.id)
    .orderBy('version')
    .execute()
}

/** `chats` is a JSON array of ids: one parameter, so that any number of chats is the same statement. */
const findTags = prepareQuery((db, value: Value<{ userId: number; chats: string }>) => {
  const ids =
    engineOf(db) === 'postgres'
      ? sql`select jsonb_array_elements_text(${value('chats')}::jsonb)`
      : sql`select value from json_each(${value('chats')})`
  return db
    .selectFrom('chat_tags')
    .select(['chat_id', 'tag_id'])
    .where('user_id', '=', value('userId'))
    .where(sql<SqlBool>`chat_id in (${ids})`)
    .orderBy('tag_id')
})

/** Chats with their tags, in the order of the rows. */
export async function withTags(db: Db, userId: number, rows: readonly ShownChat[]): Promise<Chat[]> {
  if (rows.length === 0) return []
  const chats = JSON.stringify(rows.map((row) => row.id))
  const byChat = Map.groupBy(await findTags(db, { userId, chats }), (link) => link.chat_id)
  return rows.map((row) => toChat(row, byChat.get(row.id)?.map((link) => link.tag_id) ?? []))
}

export async function readChat(db: Db, row: ChatRow): Promise<Chat> {
  const [chat] = await withTags(db, row.user_id, [row])
  return chat ?? toChat(row, [])
}

/** Replaces the tags of a chat by those of `tagIds`. */
export async function replaceTags(db: Db, userId: number, chatId: string, tagIds: readonly string[]): Promise<void> {
  await db.deleteFrom('chat_tags').where('user_id', '=', userId).where('chat_id', '=', chatId).execute()
  const rows = [...new Set(tagIds)].map((tagId) => ({ user_id: userId, chat_id: chatId, tag_id: tagId }))
  if (rows.length > 0) await db.insertInto('chat_tags').values(rows).execute()
}

/** Adds and removes tags of a locked chat and leaves its other tags; a tag in both lists is removed. */
export async function changeTags(
  db: Db,
  userId: number,
  chatId: string,
  { add, remove }: { add: readonly string[]; remove: readonly string[] },
): Promise<void> {
  const rows = [...new Set(add)].map((tagId) => ({ user_id: userId, chat_id: chatId, tag_id: tagId }))
  if (rows.length > 0) {
    await db
      .insertInto('chat_tags')
      .values(rows)
      .onConflict((conflict) => conflict.columns(['user_id', 'chat_id', 'tag_id']).doNothing())
      .execute()
  }
  if (remove.length > 0) {
    await db
      .deleteFrom('chat_tags')
      .where('user_id', '=', userId)
      .where('chat_id', '=', chatId)
      .where('tag_id', 'in', remove)
      .execute()
  }
  if (rows.length === 0) return
  const { count } = await db
    .selectFrom('chat_tags')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('chat_id', '=', chatId)
    .executeTakeFirstOrThrow()
  if (Number(count) > CHAT_TAGS_MAX) throw tooManyTags()
}
