import { expect, test, vi } from 'vitest'
import '#features/subscriptions/trial/free-trial-page.tsx'
import { queryClient } from '#data/query-client.ts'
import { plansQuery } from '#features/subscriptions/plans/list-plans.ts'
import { makePlan } from './plan-fixtures.ts'

test('plans that were shown on the free-trial page are stored for an offline visit', async () => {
  queryClient.setQueryData(plansQuery.queryKey, { plans: [makePlan()], savedAt: null })
  await vi.waitFor(() => expect(localStorage.getItem('PLAN_LIST_KEY')).toContain('2 million tokens a month'))
})
