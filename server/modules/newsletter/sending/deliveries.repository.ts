import { type Kysely, type Selectable, sql } from 'kysely'
import type { DeliveryStatus } from '#contract/objects/newsletter.ts'
import type { Database } from '../../../db/schema/schema.ts'
import type { NewsletterTables } from '../../../db/schema/schema-newsletter.ts'

export type DeliveryRow = Selectable<NewsletterTables['newsletter_deliveries']>

/** The next mail of an issue that is due; undefined without. */
export function findDue(db: Kysely<Database>, issueId: number, time: string): Promise<DeliveryRow | undefined> {
  return db
    .selectFrom('newsletter_deliveries')
    .selectAll()
    .where('issue_id', '=', issueId)
    .where('status', '=', 'queued')
    .where('next_attempt_at', '<=', time)
    .orderBy('next_attempt_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
}

/**
 * Marks a mail as being sent, unless the issue was paused or another process took it over (compare-and-swap). It is
 * committed before the SMTP transaction begins: whoever finds it later knows that it may have arrived.
 */
export async function markSending(
  db: Kysely<Database>,
  { id, issue_id }: DeliveryRow,
  { owner, countsClicks }: { owner: string; countsClicks: boolean },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('newsletter_deliveries')
    .set((eb) => ({
      ...{ status: 'sending', owner, counts_clicks: countsClicks ? 1 : 0 },
      attempts: eb('attempts', '+', 1),
    }))
    .where('id', '=', id)
    .where('status', '=', 'queued')
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('newsletter_issues')
          .select(sql`1`.as('one'))
          .where('newsletter_issues.id', '=', issue_id)
          .where('newsletter_issues.status', '=', 'sending')
          .where('newsletter_issues.owner', '=', owner),
      ),
    )
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/**
 * Stores what became of a mail. Also when another process has taken the issue over in the meantime and put it in doubt:
 * this one knows better. Not when an admin has sent it again since.
 */
export async function settleDelivery(
  db: Kysely<Database>,
  { id, owner }: { id: number; owner: string },
  values: {
    status: DeliveryStatus
    attempts?: number
    next_attempt_at?: string
    reply?: string | null
    sent_at?: string
  },
): Promise<void> {
  await db
    .updateTable('newsletter_deliveries')
    .set({ ...values, owner: null })
    .where('id', '=', id)
    .where('owner', '=', owner)
    .where('status', 'in', ['sending', 'in_doubt'])
    .execute()
}

/** Ends the issues of which nothing is left to send. */
export async function finishIssues(
  db: Kysely<Database>,
  { processId, time }: { processId: string; time: string },
): Promise<void> {
  await db
    .updateTable('newsletter_issues')
    .set((eb) => ({
      status: 'sent',
      sent_at: eb.fn.coalesce('sent_at', eb.val(time)),
      owner: null,
      lease_expires_at: null,
      outage: null,
      outage_since: null,
    }))
    .where('owner', '=', processId)
    .where('status', '=', 'sending')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('newsletter_deliveries')
            .select(sql`1`.as('one'))
            .whereRef('newsletter_deliveries.issue_id', '=', 'newsletter_issues.id')
            .where('newsletter_deliveries.status', 'in', ['queued', 'sending']),
        ),
      ),
    )
    .execute()
}

/** For a mail whose reader has left since it was queued; not when an account has taken the mail over since it was read. */
export async function skipDelivery(
  db: Kysely<Database>,
  { id, user_id, subscriber_id }: Pick<DeliveryRow, 'id' | 'user_id' | 'subscriber_id'>,
): Promise<void> {
  await db
    .updateTable('newsletter_deliveries')
    .set({ status: 'skipped' })
    .where('id', '=', id)
    .where('status', '=', 'queued')
    .where('user_id', user_id === null ? 'is' : '=', user_id)
    .where('subscriber_id', subscriber_id === null ? 'is' : '=', subscriber_id)
    .execute()
}
