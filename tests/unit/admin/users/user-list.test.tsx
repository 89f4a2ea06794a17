import { expect, test } from 'vitest'
import type { UserOrdering, UserSortKey } from '#contract/objects/user-list.ts'
import { nextOrdering } from '#features/admin/table/ordering.ts'
import { readPlan } from '#features/admin/table/read-plan.ts'
import { isNarrowed, readState, selectionOf } from '#features/admin/users/list-users.ts'
import { latestFirst, readColumns, readOrdering } from '#features/admin/users/table/user-columns.ts'

test('a column is sorted the other way by a second press, and dates begin with the newest', () => {
  const next = (key: UserSortKey, current: UserOrdering) => nextOrdering(key, current, latestFirst)
  expect(next('name', '-created_at')).toBe('name')
  expect(next('name', 'name')).toBe('-name')
  expect(next('name', '-name')).toBe('name')
  expect(next('last_seen_at', 'name')).toBe('-last_seen_at')
  expect(next('created_at', '-created_at')).toBe('created_at')
})

test.each(['password_hash', '', undefined, '--name'])('the address’s ordering %j means newest first', (text) => {
  expect(readOrdering(text)).toBe('-created_at')
})

test('a filter of the address that does not exist is ignored', () => {
  expect([readState('payment_failed'), readState('rich')]).toEqual(['payment_failed', undefined])
  expect([readPlan('3'), readPlan('0'), readPlan('x')]).toEqual(['3', undefined, undefined])
})

test('only filters that are set are sent, always with the order', () => {
  const view = {
    search: undefined,
    flag: undefined,
    state: 'trial',
    plan: undefined,
    ordering: 'name',
    page: 4,
  } as const
  expect(selectionOf(view)).toEqual({ state: 'trial', ordering: 'name' })
  expect(isNarrowed(view)).toBe(true)
  expect(isNarrowed({ ...view, state: undefined })).toBe(false)
})

test('remembered columns that do not exist are left out', () => {
  expect(readColumns(['language', 'shoe_size', 'plan'])).toEqual(['plan', 'language'])
  expect(readColumns([])).toEqual([])
})
