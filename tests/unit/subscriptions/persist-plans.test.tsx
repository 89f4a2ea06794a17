import { expect, test, vi } from 'vitest'
import { queryClient } from '#data/query-client.ts'
import { plansQuery } from '#features/subscriptions/plans/list-plans.ts'
import { persistPlans, readStored } from '#features/subscriptions/plans/persist-plans.ts'
import { eraseAlone } from '#session/sign-out/erase-lock.ts'
import { makePlan } from './plan-fixtures.ts'

const plan = makePlan()
const stored = (data: unknown) => ({
  timestamp: 1,
  buster: '',
  clientState: {
    mutations: [],
    queries: [{ queryKey: ['plans'], queryHash: '["plans"]', state: { data, status: 'success' } }],
  },
})

test('the stored plan list of an earlier visit is read with all that the query needs', () => {
  const seen = { plans: [plan], savedAt: null }
  expect(readStored(JSON.stringify(stored(seen)))).toEqual(stored(seen))
})

test.each([
  ['text that is no JSON', 'plans!'],
  ['the JSON of something else', '[1, 2]'],
  ['plans of another shape', JSON.stringify(stored({ plans: [{ ...plan, price: 9.99 }], savedAt: null }))],
  ['the list of an older version', JSON.stringify(stored([plan]))],
  [
    'another query under our key',
    JSON.stringify({ ...stored([plan]), clientState: { mutations: [], queries: [{ queryKey: ['user'] }] } }),
  ],
])('%s is treated as nothing stored', (_what, text) => {
  expect(readStored(text)).toEqual({ timestamp: 0, buster: '', clientState: { mutations: [], queries: [] } })
})

test('a plan list that changes just before this device is erased is not stored again', async () => {
  vi.useFakeTimers()
  const load = async () => {
    queryClient.setQueryData(plansQuery.queryKey, { plans: [plan], savedAt: null })
    await vi.advanceTimersByTimeAsync(50)
  }
  try {
    persistPlans()
    // It follows the changes once it has read what was stored.
    await vi.advanceTimersByTimeAsync(0)
    await load()
    await vi.advanceTimersByTimeAsync(1_000)
    expect(localStorage.getItem('PLAN_LIST_KEY')).toContain(plan.name)
    await load()
    await eraseAlone(async () => localStorage.clear())
    await vi.advanceTimersByTimeAsync(1_000)
    expect(localStorage.length).toBe(0)
  } finally {
    vi.useRealTimers()
  }
})
