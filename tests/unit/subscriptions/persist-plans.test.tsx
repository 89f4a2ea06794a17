import { expect, it } from 'vitest'
import { readStored } from '#features/subscriptions/plans/persist-plans.ts'
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

it('the stored plan list of an earlier visit is read with all that the query needs', () => {
  const seen = { plans: [plan], savedAt: null }
  expect(readStored(JSON.stringify(stored(seen)))).toEqual(stored(seen))
})

it.each([
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
