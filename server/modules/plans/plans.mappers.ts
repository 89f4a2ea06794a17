import type { Selectable } from 'kysely'
import * as v from 'valibot'
import { type AdminPlan, Currency, type Plan } from '#contract/objects/plan.ts'
import type { PlansTable } from '../../db/schema/schema.ts'

export type PlanRow = Selectable<PlansTable>

const PlanIds = v.array(v.number())

const Features = v.array(v.string())

/** Without what a tax does to the price. */
export function toPlan(row: PlanRow): Plan {
  return {
    id: row.id,
    name: row.name,
    title: row.title,
    description: row.description,
    price: row.price,
    currency: v.parse(Currency, row.currency),
    interval: row.interval,
    features: v.parse(Features, JSON.parse(row.features)),
    is_enabled: row.is_enabled === 1,
    is_archived: row.is_archived === 1,
    product: row.product,
    tokens_limit: row.tokens_limit,
    searches_limit: row.searches_limit,
    tax: null,
  }
}

export const toAdminPlan = (row: PlanRow): AdminPlan => ({ ...toPlan(row), version: row.version })

/** The plans that a promotion code is for; empty: all. */
export const planIdsOf = ({ plan_ids }: { plan_ids: string }): number[] => v.parse(PlanIds, JSON.parse(plan_ids))
