import { type Kysely, sql } from 'kysely'
import type { TimelineEntry } from '#contract/objects/timeline.ts'
import type { Database } from '../../db/schema/schema.ts'

export interface TimelineKey {
  kind: TimelineEntry['kind']
  id: number
  at: string
}

/** What was refunded of an invoice without an order of an admin, in minor units. */
export const refundedElsewhere = sql<number>`invoices.refunded - coalesce((select sum(amount) from refunds
  where refunds.invoice_id = invoices.id and refunds.status = 'done'), 0)`

/** The entries of a user. Admins' refunds come from the table `refunds`, so their audit entries are left out. */
const entriesOf = (userId: number) => sql`(
  select 'charge' as kind, id, coalesce(paid_at, created_at) as at from invoices
    where user_id = ${userId} and status = 'paid'
  union all select 'failure', id, failed_at from payment_failures where user_id = ${userId}
  union all select 'refund', id, created_at from refunds where user_id = ${userId}
  union all select 'refund_elsewhere', id, updated_at from invoices
    where user_id = ${userId} and refunded > 0 and ${refundedElsewhere} > 0
  union all select 'mail', id, sent_at from billing_mails where user_id = ${userId} and status = 'sent'
  union all select 'deed', id, at from audit where action <> 'payment.refunded'
    and (actor_id = ${userId} or (subject_kind = 'user' and subject_id = ${userId}))
)`

/** One page of the entries, newest first, and how many there are. */
export async function findTimeline(
  db: Kysely<Database>,
  userId: number,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ count: number; keys: TimelineKey[] }> {
  const entries = entriesOf(userId)
  const counted = await sql<{ count: number }>`select count(*) as count from ${entries} as entries`.execute(db)
  const { rows } = await sql<TimelineKey>`select kind, id, at from ${entries} as entries
    order by at desc, kind, id desc limit ${limit} offset ${offset}`.execute(db)
  return { count: Number(counted.rows[0]?.count), keys: rows.map((row) => ({ ...row, id: Number(row.id) })) }
}
