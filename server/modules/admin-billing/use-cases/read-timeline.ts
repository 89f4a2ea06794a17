import type { Kysely } from 'kysely'
import * as v from 'valibot'
import type { QueryOf, ResponseOf } from '#contract/endpoint.ts'
import type { readTimeline as call } from '#contract/endpoints/admin-billing.ts'
import { Currency } from '#contract/objects/plan.ts'
import type { TimelineEntry } from '#contract/objects/timeline.ts'
import type { Database } from '../../../db/schema/schema.ts'
import type { Dependencies } from '../../../dependencies.ts'
import { decimalOf } from '../../../providers/payments/price-parts.ts'
import { findUser } from '../../accounts/accounts.repository.ts'
import { toAuditEntries } from '../../audit/use-cases/to-audit-entries.ts'
import { userNotFound } from '../../users/users.errors.ts'
import { findTimeline, refundedElsewhere, type TimelineKey } from '../timeline.repository.ts'

const PAGE_SIZE = 20

/** What happened to a user's money and account, newest first, by page from 1. Throws not_found. */
export async function readTimeline(
  { db }: Pick<Dependencies, 'db'>,
  { id, page = 1, page_size = PAGE_SIZE }: { id: number } & QueryOf<typeof call>,
): Promise<ResponseOf<typeof call>> {
  if ((await findUser(db, id)) === undefined) throw userNotFound()
  const { count, keys } = await findTimeline(db, id, { limit: page_size, offset: (page - 1) * page_size })
  const entries = [
    ...(await readInvoices(db, keys)),
    ...(await readFailures(db, keys)),
    ...(await readRefunds(db, keys)),
    ...(await readMails(db, keys)),
    ...(await readDeeds(db, keys)),
  ]
  const byKey = new Map(entries.map((entry) => [`${entry.kind} ${entry.id}`, entry]))
  return { count, results: keys.flatMap(({ kind, id: of }) => byKey.get(`${kind} ${of}`) ?? []) }
}

/** Never empty, so that the list is valid in SQL. */
const idsOf = (keys: readonly TimelineKey[], ...kinds: TimelineEntry['kind'][]): number[] => [
  0,
  ...keys.flatMap(({ kind, id }) => (kinds.includes(kind) ? [id] : [])),
]

async function readInvoices(db: Kysely<Database>, keys: readonly TimelineKey[]): Promise<TimelineEntry[]> {
  const rows = await db
    .selectFrom('invoices')
    .selectAll()
    .select(refundedElsewhere.as('elsewhere'))
    .where('id', 'in', idsOf(keys, 'charge', 'refund_elsewhere'))
    .execute()
  return rows.flatMap(({ id, total, refunded, paid_at, created_at, updated_at, description, ...row }) => {
    // The sandbox shows a receipt only to the user who paid.
    const receipt_url = row.source === 'sandbox' ? null : row.receipt_url
    const currency = v.parse(Currency, row.currency)
    const elsewhere = Number(row.elsewhere)
    const about = { id, currency, description }
    // Refunds that were made here count before the invoice is read again.
    const here = refunded - elsewhere
    const left = Math.max(0, total - Math.max(refunded, here))
    const amounts = { amount: decimalOf(total), refundable: decimalOf(left) }
    return [
      { kind: 'charge', ...about, at: paid_at ?? created_at, ...amounts, receipt_url } as const,
      { kind: 'refund_elsewhere', ...about, at: updated_at, amount: decimalOf(Math.max(0, elsewhere)) } as const,
    ]
  })
}

async function readFailures(db: Kysely<Database>, keys: readonly TimelineKey[]): Promise<TimelineEntry[]> {
  const rows = await db
    .selectFrom('payment_failures')
    .innerJoin('invoices', 'invoices.id', 'payment_failures.invoice_id')
    .select(['payment_failures.id', 'failed_at', 'total', 'currency', 'description'])
    .where('payment_failures.id', 'in', idsOf(keys, 'failure'))
    .execute()
  return rows.map(({ id, failed_at, total, currency, description }) => ({
    kind: 'failure',
    id,
    at: failed_at,
    amount: decimalOf(total),
    currency: v.parse(Currency, currency),
    description,
  }))
}

async function readRefunds(db: Kysely<Database>, keys: readonly TimelineKey[]): Promise<TimelineEntry[]> {
  const rows = await db
    .selectFrom('refunds')
    .leftJoin('invoices', 'invoices.id', 'refunds.invoice_id')
    .leftJoin('users', 'users.id', 'refunds.actor_id')
    .select(['refunds.id', 'refunds.created_at', 'amount', 'refunds.currency', 'refunds.reason', 'refunds.status'])
    .select('refunds.source_id')
    .select(['description', 'first_name', 'last_name', 'email'])
    .where('refunds.id', 'in', idsOf(keys, 'refund'))
    .execute()
  return rows.map(({ id, created_at, amount, currency, reason, status, source_id, description, ...actor }) => ({
    kind: 'refund',
    id,
    at: created_at,
    amount: decimalOf(amount),
    currency: v.parse(Currency, currency),
    description: description ?? '',
    reason,
    // A failed refund with an id at the processor was accepted there and came back; one that was refused has no id.
    status: status === 'failed' && source_id !== null ? 'returned' : status,
    actor_name: `${actor.first_name ?? ''} ${actor.last_name ?? ''}`.trim() || actor.email,
  }))
}

async function readMails(db: Kysely<Database>, keys: readonly TimelineKey[]): Promise<TimelineEntry[]> {
  const rows = await db
    .selectFrom('billing_mails')
    .select(['id', 'kind', 'sent_at', 'created_at'])
    .where('id', 'in', idsOf(keys, 'mail'))
    .execute()
  return rows.map(({ id, kind, sent_at, created_at }) => ({ kind: 'mail', id, at: sent_at ?? created_at, mail: kind }))
}

async function readDeeds(db: Kysely<Database>, keys: readonly TimelineKey[]): Promise<TimelineEntry[]> {
  const rows = await db.selectFrom('audit').selectAll().where('id', 'in', idsOf(keys, 'deed')).execute()
  const entries = await toAuditEntries(db, rows)
  return entries.map((entry) => ({ kind: 'deed', id: entry.id, at: entry.created_at, entry }))
}
