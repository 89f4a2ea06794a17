import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Database } from '#server/db/schema/schema.ts'
import { indexUser } from '#server/db/search/user-index.ts'

let count = 0

/** Inserts a user who can be found by the search of the admin panel; returns the id. */
export async function insertTestUser(db: Kysely<Database>, email = `user${++count}@example.org`): Promise<number> {
  const id = await insertUserRow(db, email)
  await indexUser(db, { id, ...called(email) })
  return id
}

const called = (email: string) => ({ email, username: email, first_name: 'Ada', last_name: 'Byron' })

/** Inserts the row in `users` alone, without rows that refer to it. */
export async function insertUserRow(db: Kysely<Database>, email = `user${++count}@example.org`): Promise<number> {
  const time = new Date().toISOString()
  const { id } = await db
    .insertInto('users')
    .values({
      ...called(email),
      username_key: email,
      password_hash: null,
      google_sub: null,
      is_admin: 0,
      is_provider: 0,
      is_vip: 0,
      is_ad_subscriber: 0,
      receive_newsletters: 0,
      email_verified: 0,
      photo_url: null,
      language: 'en',
      created_at: time,
      updated_at: time,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Inserts an empty chat of that user. */
export async function insertTestChat(db: Kysely<Database>, user_id: number, id: string): Promise<void> {
  const time = new Date().toISOString()
  const text = { title: '', preview: '', request_hash: '' }
  const state = { is_titled: 0, folder_id: null, is_saved: 0, expires_at: null, last_seq: 0 } as const
  const times = { created_at: time, updated_at: time, last_message_at: time }
  await db
    .insertInto('chats')
    .values({ user_id, id, ...text, ...state, ...times })
    .execute()
}

/** Inserts a user's messages at the positions from `first` on, into one of their chats; returns the ids. */
export async function insertTestMessages(
  db: Kysely<Database>,
  user_id: number,
  chat_id: string,
  contents: readonly string[],
  first = 1,
): Promise<string[]> {
  const time = new Date().toISOString()
  const fixed = { role: 'user', status: 'complete', reasoning: '', version: 1, request_hash: '' } as const
  const modes = { request_mode: 'text', response_mode: 'text' } as const
  const times = { created_at: time, updated_at: time }
  const before = await db
    .selectFrom('messages')
    .select('id')
    .where('user_id', '=', user_id)
    .where('chat_id', '=', chat_id)
    .where('role', '=', 'user')
    .where('seq', '<', first)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
  let parent = before?.id ?? null
  const rows = contents.map((content, n) => {
    const row = { user_id, chat_id, id: randomUUID(), parent, content, seq: first + n, ...fixed, ...modes, ...times }
    parent = row.id
    return row
  })
  await db.insertInto('messages').values(rows).execute()
  return rows.map(({ id }) => id)
}

/** Adds questions at the end of a chat without branches, each with the same answer. */
export async function insertTestExchanges(
  db: Kysely<Database>,
  chat_id: string,
  contents: readonly string[],
  answer: string,
): Promise<void> {
  const chat = db.selectFrom('chats').select(['user_id', 'last_seq']).where('id', '=', chat_id)
  const { user_id, last_seq } = await chat.executeTakeFirstOrThrow()
  const asked = db.selectFrom('messages').select('id').where('chat_id', '=', chat_id).where('role', '=', 'user')
  let parent = (await asked.orderBy('seq', 'desc').limit(1).executeTakeFirst())?.id ?? null
  const time = new Date().toISOString()
  const modes = { request_mode: 'text', response_mode: 'text' } as const
  const fixed = { user_id, chat_id, ...modes, created_at: time, updated_at: time, reasoning: '', request_hash: '' }
  const rows = contents.flatMap((content, n) => {
    const id = randomUUID()
    const both = { ...fixed, status: 'complete', version: 1 } as const
    const question = { ...both, id, role: 'user' as const, parent, reply_to: null, content, seq: last_seq + 2 * n + 1 }
    parent = id
    const answered = { role: 'assistant' as const, parent: null, reply_to: id, content: answer }
    return [question, { ...both, ...answered, id: randomUUID(), seq: last_seq + 2 * n + 2 }]
  })
  await db.insertInto('messages').values(rows).execute()
  const after = { last_seq: last_seq + rows.length }
  await db.updateTable('chats').set(after).where('user_id', '=', user_id).where('id', '=', chat_id).execute()
}

/** Adds a summary of the messages of a chat up to one; its hash is that of no path. */
export async function insertTestSummary(
  db: Kysely<Database>,
  covered: { user_id: number; chat_id: string; message_id: string },
  content: string,
): Promise<void> {
  const made = { content, tokens: 3, created_at: new Date().toISOString() }
  await db
    .insertInto('chat_summaries')
    .values({ ...covered, ...made, question_seq: 1, path_hash: '0'.repeat(64) })
    .execute()
}

/** Adds an issue of the newsletter that was sent to a user. */
export async function insertTestDelivery(db: Kysely<Database>, userId: number): Promise<void> {
  const time = new Date().toISOString()
  const { id } = await db
    .insertInto('newsletter_issues')
    .values({ status: 'sent', revision: 1, send_other_language: 0, created_at: time, updated_at: time })
    .returning('id')
    .executeTakeFirstOrThrow()
  const sent = { status: 'sent', attempts: 1, next_attempt_at: time, sent_at: time, language: 'en' } as const
  await db
    .insertInto('newsletter_deliveries')
    .values({ ...sent, issue_id: id, user_id: userId, message_id: `${randomUUID()}@companion.test` })
    .execute()
}
