import { createHash } from 'node:crypto'
import type { Kysely, Selectable } from 'kysely'
import type { Database, PlansTable } from '../../db/schema/schema.ts'
import type { PlanTermsTable } from '../../db/schema/schema-payments.ts'

type PlanRow = Selectable<PlansTable>
export type TermsRow = Selectable<PlanTermsTable>

const fields = [
  'name',
  'title',
  'description',
  'price',
  'currency',
  'interval',
  'features',
  'tokens_limit',
  'searches_limit',
] as const satisfies readonly (keyof PlanRow & keyof TermsRow)[]

type Sold = Pick<TermsRow, (typeof fields)[number]>
const pick = (row: Sold) => Object.fromEntries(fields.map((field) => [field, row[field]])) as unknown as Sold

/**
 * Stores a snapshot of a plan for a sale; equal snapshots are stored once. Later changes of the plan do not affect it
 * (decision 034). `time` is ISO 8601.
 */
export async function freezeTerms(trx: Kysely<Database>, plan: PlanRow, time: string): Promise<TermsRow> {
  const sold = pick(plan)
  const hash = createHash('sha256').update(JSON.stringify(sold)).digest('hex')
  await trx
    .insertInto('plan_terms')
    .values({ ...sold, plan_id: plan.id, hash, created_at: time })
    .onConflict((known) => known.columns(['plan_id', 'hash']).doNothing())
    .execute()
  return trx
    .selectFrom('plan_terms')
    .selectAll()
    .where('plan_id', '=', plan.id)
    .where('hash', '=', hash)
    .executeTakeFirstOrThrow()
}

/** A plan with its sold terms, or the current plan without terms. */
export function asSold(plan: PlanRow, terms: TermsRow | undefined): PlanRow {
  return terms === undefined ? plan : { ...plan, ...pick(terms) }
}
