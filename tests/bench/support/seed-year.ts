import { type Kysely, sql } from 'kysely'
import type { Database } from '#server/db/schema/schema.ts'
import { makeTexts } from './search-texts.ts'
import { seedUsers } from './seed-users.ts'

/** Messages that a user writes and gets in a year, on average. */
export const MESSAGES_OF_A_USER = 100
/** No user has more chats than this. The number of chats falls as a power of the user's rank. */
const MOST_CHATS = 400
const EXPONENT = 0.55
/** With seven chats on average, of fourteen messages each. */
const SHARE = 3.2
/** Different texts, each longer than any that is cut from it. */
const TEXTS = 1_000

/**
 * A year of these users on PostgreSQL: each chat with its title, questions, answers, their jobs, scores, tokens and
 * entries of the search. Returns the id of the user with the most chats; the others follow it in the order of their
 * number of chats.
 */
export async function seedYear(db: Kysely<Database>, users: number): Promise<number> {
  await seedUsers(db, true, users)
  const { first } = await db
    .selectFrom('users')
    .select((eb) => eb.fn.min<number>('id').as('first'))
    .where('username', '=', 'person1')
    .executeTakeFirstOrThrow()
  // A long text would be unpacked for each row.
  await sql`create table texts (n int primary key, text text not null)`.execute(db)
  const texts = makeTexts(TEXTS).map((text) => `${text} ${text} ${text}`.slice(0, 700))
  await sql`insert into texts select n - 1, text from unnest(${texts}::text[]) with ordinality as t (text, n)`.execute(
    db,
  )
  const id = (key: string) => sql.raw(`md5(${key})::uuid::text`)
  const time = (seconds: string) =>
    sql.raw(`to_char(now() at time zone 'UTC' - (${seconds}) * interval '1 second', 'YYYY-MM-DD"T"HH24:MI:SS".000Z"')`)
  /** The beginning of one of the texts, by a key. */
  const words = (key: string, length: number) =>
    sql.raw(`(select left(text, ${length}) from texts where n = abs(hashtext(${key})) % ${TEXTS})`)

  await sql`create table seeded_chats as
    select n + ${sql.lit(first - 1)} as user_id, c, n || '/' || c as key,
      2 * (1 + abs(hashtext(n || '/' || c)) % 13) as length, abs(hashtext('at' || n || '/' || c)) % 31000000 as age
    from generate_series(1, ${sql.lit(users)}) as n, lateral generate_series(1, least(${sql.lit(MOST_CHATS)},
      greatest(1, floor(${sql.lit(SHARE)} * (${sql.lit(users)}::float / n) ^ ${sql.lit(EXPONENT)})))::int) as c`.execute(
    db,
  )
  await sql`insert into chats (user_id, id, title, is_titled, is_saved, preview, last_seq, request_hash, created_at, updated_at, last_message_at)
    select user_id, ${id('key')}, ${words('key', 40)}, 0, 0, ${words("key || 'p'", 120)}, length, '', ${time('age + length * 40')}, ${time('age')}, ${time('age')}
    from seeded_chats`.execute(db)
  const question = (seq: string) => `key || '/' || (${seq})`
  await sql`insert into messages (user_id, id, chat_id, role, content, status, reasoning, seq, reply_to, parent, version,
      request_mode, response_mode, request_hash, prompt_tokens, completion_tokens, created_at, updated_at)
    select user_id, ${id(question('seq'))}, ${id('key')}, case when seq % 2 = 1 then 'user' else 'assistant' end,
      case when seq % 2 = 1 then ${words(question('seq'), 80)} else ${words(question('seq'), 600)} end, 'complete', '', seq,
      case when seq % 2 = 0 then ${id(question('seq - 1'))} end, case when seq % 2 = 1 and seq > 1 then ${id(question('seq - 2'))} end,
      1, 'text', 'text', '', 900, 150, ${time('age + (length - seq) * 40')}, ${time('age + (length - seq) * 40')}
    from seeded_chats, lateral generate_series(1, length) as seq`.execute(db)
  const { rows: indexes } = await sql<{ indexdef: string }>`select indexdef from pg_indexes
    where indexname = 'search_entries_by_word'`.execute(db)
  const answers = sql`from seeded_chats, lateral generate_series(2, length, 2) as seq`
  await sql`insert into generations (user_id, chat_id, message_id, status, stop_requested, attempts, created_at, finished_at)
    select user_id, ${id('key')}, ${id(question('seq'))}, 'finished', 0, 1, ${time('age')}, ${time('age')} ${answers}`.execute(
    db,
  )
  await sql`insert into usage_entries (user_id, message_id, at, tokens, searches)
    select user_id, ${id(question('seq'))}, ${time('age + (length - seq) * 40')}, 1050, 0 ${answers}`.execute(db)
  await sql`insert into scores (user_id, message_id, chat_id, state, attempts, truth, fairness, wisdom, duty, safety, liberty,
      pcs, ics, reasons, source, rubric_version, queued_at, scored_at)
    select user_id, ${id(question('seq'))}, ${id('key')}, 'scored', 1, 80, 81, 82, 83, 84, 85, 82, 80,
      '{"truth":{"reason":"' || ${words(question('seq'), 600)} || '","quote":"' || ${words(question('seq'), 60)} || '"}}', 'model', '1', ${time('age')}, ${time('age')}
    from seeded_chats, lateral generate_series(2, length, 2) as seq`.execute(db)
  // Filled row by row it would take most of the time.
  await sql`drop index search_entries_by_word`.execute(db)
  const entry = (type: 'm' | 't', text: string) =>
    sql.raw(`array_to_tsvector(array(select distinct m.user_id || '${type}' || lower(trim(word, '.'))
      from unnest(string_to_array(${text}, ' ')) as word where trim(word, '.') <> ''))`)
  await sql`insert into search_entries (user_id, chat_id, message_id, words)
    select user_id, chat_id, id, ${entry('m', 'content')} from messages as m where user_id >= ${sql.lit(first)}`.execute(
    db,
  )
  await sql`insert into search_entries (user_id, chat_id, message_id, words)
    select m.user_id, m.id, null, ${entry('t', 'title')}
    from chats as m where user_id >= ${sql.lit(first)}`.execute(db)
  await sql.raw(indexes[0]?.indexdef ?? '').execute(db)
  await sql`drop table texts, seeded_chats`.execute(db)
  await sql`vacuum analyze`.execute(db)
  return first
}
