import * as v from 'valibot'

const PlanIds = v.array(v.number())

/** The plans that a promotion code is for; empty: all. */
export const planIdsOf = ({ plan_ids }: { plan_ids: string }): number[] => v.parse(PlanIds, JSON.parse(plan_ids))
