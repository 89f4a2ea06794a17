import { type Kysely, type SqlBool, sql } from 'kysely'
import type { Language } from '#contract/primitives.ts'
import type { Database } from '../../db/schema/schema.ts'

const isReader = sql<SqlBool>`users.receive_newsletters = 1 and users.email_verified = 1`
/** An address that an account has confirmed gets what the account chose; an unconfirmed account may be a stranger's. */
const isSubscribed = sql<SqlBool>`newsletter_subscribers.confirmed_at is not null
  and newsletter_subscribers.bounced_at is null
  and not exists (
    select 1 from users where users.email = newsletter_subscribers.email and users.email_verified = 1)`

export const readers = (db: Kysely<Database>) => db.selectFrom('users').where(isReader)
export const subscribers = (db: Kysely<Database>) => db.selectFrom('newsletter_subscribers').where(isSubscribed)

/** How many would get an issue, by their language. */
export async function countRecipients(db: Kysely<Database>): Promise<Record<Language, number>> {
  const counts = { en: 0, es: 0 }
  const byLanguage = [
    ...(await readers(db)
      .select((eb) => ['language', eb.fn.countAll<number>().as('count')])
      .groupBy('language')
      .execute()),
    ...(await subscribers(db)
      .select((eb) => ['language', eb.fn.countAll<number>().as('count')])
      .groupBy('language')
      .execute()),
  ]
  for (const { language, count } of byLanguage) counts[language] += Number(count)
  return counts
}

interface Issue {
  id: number
  languages: readonly Language[]
  sendOtherLanguage: boolean
  /** The part of the Message-IDs after the @. */
  host: string
  time: string
}

/**
 * Stores a row for every recipient of an issue, each in the language of its version. Ids are part of the Message-ID, so
 * that it is the same for every attempt.
 */
export async function insertDeliveries(trx: Kysely<Database>, issue: Issue): Promise<void> {
  const { id, languages, sendOtherLanguage, host, time } = issue
  const [only] = languages
  const reached = languages.length === 2 || sendOtherLanguage ? sql`1 = 1` : sql`language = ${only}`
  const language = languages.length === 2 ? sql`language` : sql`cast(${only} as text)`
  const columns = sql`issue_id, user_id, subscriber_id, language, status, message_id, attempts, next_attempt_at`
  const messageId = (kind: 'u' | 's') =>
    sql`cast(${`issue${id}.${kind}`} as text) || cast(id as text) || cast(${`@${host}`} as text)`
  await sql`insert into newsletter_deliveries (${columns})
    select cast(${id} as integer), id, cast(null as integer), ${language}, 'queued', ${messageId('u')}, 0, cast(${time} as text)
    from users where ${isReader} and ${reached} order by id`.execute(trx)
  await sql`insert into newsletter_deliveries (${columns})
    select cast(${id} as integer), cast(null as integer), id, ${language}, 'queued', ${messageId('s')}, 0, cast(${time} as text)
    from newsletter_subscribers where ${isSubscribed} and ${reached} order by id`.execute(trx)
}

/** Who gets a mail at the moment of sending: undefined when they unsubscribed or are gone. */
export async function findRecipient(
  db: Kysely<Database>,
  { user_id, subscriber_id }: { user_id: number | null; subscriber_id: number | null },
): Promise<{ email: string; clicks_agreed_at: string | null } | undefined> {
  const wanted = ['email', 'clicks_agreed_at'] as const
  if (user_id !== null) return readers(db).select(wanted).where('id', '=', user_id).executeTakeFirst()
  if (subscriber_id === null) return undefined
  return subscribers(db).select(wanted).where('id', '=', subscriber_id).executeTakeFirst()
}
