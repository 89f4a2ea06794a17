import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import * as v from 'valibot'
import { Currency } from '#contract/objects/plan.ts'
import type { Database } from '../../db/schema/schema.ts'
import type { PaidInvoice } from '../../providers/payments/payments.ts'
import { portalAddress, priceOf, type SandboxDeps, type SandboxRow, termsOf } from './sandbox.repository.ts'
import { priceAt } from './sandbox-discounts.ts'

type Billed = Pick<SandboxRow, 'id' | 'user_id' | 'price' | 'metadata' | 'discount' | 'discount_until'>

interface Bill {
  status: 'paid' | 'failed'
  reason: PaidInvoice['reason']
  at: string
  /** In minor units; when it is not given, the bill is about a whole period at its discounted price. */
  total?: number
}

/** Writes a bill about the terms that the subscription has in `row`. */
export async function writeInvoice(
  trx: Kysely<Database>,
  row: Billed,
  { status, reason, at, total }: Bill,
): Promise<void> {
  const { price, currency } = priceOf(row.price)
  const terms = trx
    .selectFrom('plan_terms')
    .select('title')
    .where('id', '=', Number(termsOf(row.metadata)))
  await trx
    .insertInto('sandbox_invoices')
    .values({
      id: `in_sandbox_${randomUUID()}`,
      user_id: row.user_id,
      subscription_id: row.id,
      description: (await terms.executeTakeFirst())?.title ?? price,
      total: total ?? priceAt(row, at),
      currency,
      status,
      reason,
      paid_at: status === 'paid' ? at : null,
      failed_at: JSON.stringify(status === 'failed' ? [at] : []),
      created_at: at,
    })
    .execute()
}

/** Charges what could not be charged before. */
export async function payFailedInvoices(trx: Kysely<Database>, subscriptionId: string, at: string): Promise<void> {
  const failed = trx
    .updateTable('sandbox_invoices')
    .set({ status: 'paid', paid_at: at })
    .where('subscription_id', '=', subscriptionId)
  await failed.where('status', '=', 'failed').execute()
}

/** Notes that the unpaid invoices of a subscription were tried again in vain. */
export async function addFailure(trx: Kysely<Database>, subscriptionId: string, at: string): Promise<void> {
  const unpaid = await trx
    .selectFrom('sandbox_invoices')
    .select(['id', 'failed_at'])
    .where('subscription_id', '=', subscriptionId)
    .where('status', '=', 'failed')
    .execute()
  for (const { id, failed_at } of unpaid) {
    const times = JSON.stringify([...v.parse(Times, JSON.parse(failed_at)), at])
    await trx.updateTable('sandbox_invoices').set({ failed_at: times }).where('id', '=', id).execute()
  }
}

const Times = v.array(v.string())

export async function listInvoices(
  { db, config }: Pick<SandboxDeps, 'db' | 'config'>,
  userId: number,
): Promise<PaidInvoice[]> {
  const rows = db
    .selectFrom('sandbox_invoices')
    .innerJoin('sandbox_subscriptions as billed', 'billed.id', 'subscription_id')
    .selectAll('sandbox_invoices')
    .select(['billed.status as standing', 'billed.due_at'])
    .where('sandbox_invoices.user_id', '=', userId)
  const found = await rows.orderBy('sandbox_invoices.created_at', 'desc').execute()
  const refunds = await db
    .selectFrom('sandbox_refunds')
    .select(['invoice_id', (eb) => eb.fn.sum('amount').as('amount')])
    .where('user_id', '=', userId)
    .groupBy('invoice_id')
    .execute()
  const refunded = new Map(refunds.map(({ invoice_id, amount }) => [invoice_id, Number(amount)]))
  return found.map((row) => ({
    id: row.id,
    subscriptionId: row.subscription_id,
    description: row.description,
    total: row.total,
    tax: 0,
    refunded: refunded.get(row.id) ?? 0,
    currency: v.parse(Currency, row.currency),
    status: row.status,
    isWrittenOff: false,
    reason: row.reason,
    nextAttemptAt: row.status === 'failed' && row.standing === 'past_due' ? row.due_at : null,
    receiptUrl:
      row.status === 'paid' ? `${config.publicUrl}/sandbox-checkout?payment=${row.id}` : portalAddress(config),
    createdAt: row.created_at,
    paidAt: row.paid_at,
    failures: v.parse(Times, JSON.parse(row.failed_at)).map((failedAt, n) => ({ id: `${row.id} ${n + 1}`, failedAt })),
  }))
}
