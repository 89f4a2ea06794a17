import type { Kysely, Selectable } from 'kysely'
import * as v from 'valibot'
import { Currency, Interval } from '#contract/objects/plan.ts'
import type { Database } from '../../db/schema/schema.ts'
import type { SandboxSessionsTable, SandboxSubscriptionsTable } from '../../db/schema/schema-sandbox.ts'
import type { Dependencies } from '../../dependencies.ts'
import { isoTime } from '../../lib/time.ts'
import type { PaidSubscription, PaymentSession } from '../../providers/payments/payments.ts'

export type SandboxDeps = Pick<Dependencies, 'db' | 'now' | 'log' | 'config'>
export type SessionRow = Selectable<SandboxSessionsTable>
export type SandboxRow = Selectable<SandboxSubscriptionsTable>

/** Every user is a customer; the customer's id contains the user's. */
export const customerOf = (userId: number): string => `cus_sandbox_${userId}`
export const userOf = (customer: string): number => Number(/^cus_sandbox_(\d+)$/.exec(customer)?.[1] ?? 0)

const Price = v.pipe(
  v.string(),
  v.transform((text) => text.split(':')),
  v.tuple([v.string(), Currency, Interval]),
  v.transform(([price, currency, interval]) => ({ price, currency, interval })),
)
/** The parts of `9.99:USD:month`. */
export const priceOf = (price: string): v.InferOutput<typeof Price> => v.parse(Price, price)
export const intervalOf = (price: string): Interval => priceOf(price).interval

/** The name in the metadata of the time until which a subscription was extended. */
export const EXTENDED = 'extended_until'

const Metadata = v.record(v.string(), v.string())
const metadataOf = (text: string) => v.parse(Metadata, JSON.parse(text))
export const termsOf = (metadata: string): string | null => metadataOf(metadata).terms ?? null
/** Adds a value to the metadata of a subscription. */
export const withMetadata = (metadata: string, added: Readonly<Record<string, string>>): string =>
  JSON.stringify({ ...metadataOf(metadata), ...added })
export const withTerms = (metadata: string, terms: string): string => withMetadata(metadata, { terms })

const TAX_IDS = 'tax_ids'
const TaxIds = v.array(v.string())
export const taxIdsOf = (metadata: string): string[] =>
  v.parse(TaxIds, JSON.parse(metadataOf(metadata)[TAX_IDS] ?? '[]'))
export const withTaxIds = (metadata: string, taxIds: readonly string[]): string =>
  withMetadata(metadata, { [TAX_IDS]: JSON.stringify(taxIds) })

/** The subscription as a payment provider returns it, without the discount, which the caller derives from the row. */
export const toPaid = (row: SandboxRow): Omit<PaidSubscription, 'discount'> => ({
  id: row.id,
  status: row.status,
  wasPaid: row.status !== 'incomplete',
  periodStart: row.current_period_start,
  periodEnd: row.current_period_end,
  cancelAtPeriodEnd: row.cancel_at_period_end === 1,
  createdAt: row.created_at,
  metadata: metadataOf(row.metadata),
  terms: termsOf(row.metadata),
  extendedUntil: row.status === 'trialing' ? (metadataOf(row.metadata)[EXTENDED] ?? null) : null,
  tax: null,
  scheduled:
    row.next_terms === null || row.status === 'canceled'
      ? null
      : { terms: row.next_terms, startsAt: row.current_period_end },
})

export function toSession(row: SessionRow, { config, now }: Pick<SandboxDeps, 'config' | 'now'>): PaymentSession {
  const isExpired = row.status === 'open' && row.expires_at <= isoTime(now())
  const status = isExpired ? 'expired' : row.status
  const url = status === 'open' ? `${config.publicUrl}/sandbox-checkout?session_id=${row.id}` : null
  return { id: row.id, status, url }
}

/** The address of the page where the card, the tax ids and the open invoices are managed. */
export const portalAddress = ({ publicUrl }: SandboxDeps['config']): string =>
  `${publicUrl}/sandbox-checkout?payment=open`

export function findRow(db: Kysely<Database>, id: string): Promise<SandboxRow | undefined> {
  return db.selectFrom('sandbox_subscriptions').selectAll().where('id', '=', id).executeTakeFirst()
}
