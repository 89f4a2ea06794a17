import { expect, test } from 'vitest'
import { isNarrowed, readView, selectionOf } from '#features/admin/subscribers/list-subscriptions.ts'

test('an address opens the list that it names, and what it does not know is left out', () => {
  expect(readView({ search: 'ada', state: 'trial', plan: '3', ordering: '-next_at', page: '2' })).toEqual({
    search: 'ada',
    state: 'trial',
    plan: '3',
    ordering: '-next_at',
    page: 2,
  })
  expect(readView({ state: 'none', plan: 'x', ordering: 'last_seen_at', page: '-1' })).toEqual({
    search: undefined,
    state: undefined,
    plan: undefined,
    ordering: '-created_at',
    page: 1,
  })
})

test('list and CSV get the filters that are set, always with the order', () => {
  const view = readView({ state: 'ending', ordering: 'name', page: '4' })
  expect(selectionOf(view)).toEqual({ state: 'ending', ordering: 'name' })
  expect(isNarrowed(view)).toBe(true)
  expect(isNarrowed({ ...view, state: undefined })).toBe(false)
})
