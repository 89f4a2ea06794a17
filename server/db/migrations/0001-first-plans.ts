import type { Insertable } from 'kysely'
import { PRODUCT } from '#contract/limits.ts'
import type { PlansTable } from '../schema/schema.ts'

/**
 * The plans of a new installation until an admin changes them. The trial has the limits of Monthly; 0010 raises those
 * of the yearly plan. The features list only what is implemented.
 */
export function firstPlans(now: string): Insertable<PlansTable>[] {
  const common = {
    currency: 'USD',
    is_enabled: 1,
    is_archived: 0,
    product: PRODUCT,
    tokens_limit: 2_000_000,
    searches_limit: 200,
    created_at: now,
    updated_at: now,
  } as const
  return [
    {
      ...common,
      name: 'free-trial',
      title: 'Two free weeks',
      description: 'Everything, for two weeks. Once per person.',
      price: '0.00',
      interval: 'two_weeks',
      features: JSON.stringify(['All of Companion', '2 million tokens in two weeks', 'No card']),
    },
    {
      ...common,
      name: 'monthly',
      title: 'Monthly',
      description: 'Companion month by month. Leave whenever you like.',
      price: '9.99',
      interval: 'month',
      features: JSON.stringify(['All of Companion', '2 million tokens a month']),
    },
    {
      ...common,
      name: 'yearly',
      title: 'Yearly',
      description: 'Companion for a year, for the price of ten months.',
      price: '99.00',
      interval: 'year',
      features: JSON.stringify(['All of Companion', '24 million tokens a year', 'Two months free']),
    },
  ]
}
