import { type Kysely, type Selectable, sql } from 'kysely'
import type { Language } from '#contract/primitives.ts'
import type { Database } from '../../../db/schema/schema.ts'

type Db = Kysely<Database>
type SubscriberRow = Selectable<Database['newsletter_subscribers']>

/**
 * Stores an unconfirmed address. Of one that is stored already the language changes, unless it gets the newsletter: its
 * owner chose the language then, and a stranger may ask now. While nobody has confirmed it, the time changes too: the
 * mail that is sent now says for how long its link works.
 */
export function storeSubscriber(db: Db, email: string, language: Language, now: string): Promise<SubscriberRow> {
  return db
    .insertInto('newsletter_subscribers')
    .values({ email, language, created_at: now, confirmed_at: null, bounced_at: null })
    .onConflict((conflict) =>
      conflict.column('email').doUpdateSet({
        language: sql<Language>`case when newsletter_subscribers.confirmed_at is not null
          and newsletter_subscribers.bounced_at is null then newsletter_subscribers.language
          else cast(${language} as text) end`,
        created_at: sql`case when newsletter_subscribers.confirmed_at is null then ${now}
          else newsletter_subscribers.created_at end`,
      }),
    )
    .returningAll()
    .executeTakeFirstOrThrow()
}

export function findSubscriber(db: Db, id: number): Promise<SubscriberRow | undefined> {
  return db.selectFrom('newsletter_subscribers').selectAll().where('id', '=', id).executeTakeFirst()
}

/** The mails of this address, newest first. */
export function listMails(db: Db, id: number) {
  return db
    .selectFrom('newsletter_deliveries as delivery')
    .innerJoin('newsletter_issues as issue', 'issue.id', 'delivery.issue_id')
    .select(['issue.slug', 'delivery.language', 'delivery.status', 'delivery.sent_at'])
    .where('delivery.subscriber_id', '=', id)
    .orderBy('delivery.id', 'desc')
    .execute()
}

/** False when the address was deleted before. */
export async function confirmSubscriber(
  db: Db,
  { id, now, countsClicks }: { id: number; now: string; countsClicks: boolean },
): Promise<boolean> {
  const changed = await db
    .updateTable('newsletter_subscribers')
    .set((eb) => ({
      confirmed_at: eb.fn.coalesce('confirmed_at', eb.val(now)),
      bounced_at: null,
      clicks_agreed_at: countsClicks ? now : null,
    }))
    .where('id', '=', id)
    .executeTakeFirst()
  return changed.numUpdatedRows === 1n
}

/** `agreedAt` null: clicks are not counted. False when the address was deleted before. */
export async function storeAgreement(db: Db, id: number, agreedAt: string | null): Promise<boolean> {
  const changed = await db
    .updateTable('newsletter_subscribers')
    .set({ clicks_agreed_at: agreedAt })
    .where('id', '=', id)
    .executeTakeFirst()
  return changed.numUpdatedRows === 1n
}

/** False when the address was deleted before. */
export async function storeLanguage(db: Db, id: number, language: Language): Promise<boolean> {
  const changed = await db
    .updateTable('newsletter_subscribers')
    .set({ language })
    .where('id', '=', id)
    .executeTakeFirst()
  return changed.numUpdatedRows === 1n
}

export async function deleteSubscriber(db: Db, id: number): Promise<void> {
  await db.deleteFrom('newsletter_subscribers').where('id', '=', id).execute()
}

/** Deletes addresses that nobody confirmed in time. `before` in ISO 8601. */
export async function deleteUnconfirmed(db: Db, before: string): Promise<void> {
  await db
    .deleteFrom('newsletter_subscribers')
    .where('confirmed_at', 'is', null)
    .where('created_at', '<', before)
    .execute()
}
