import { expect, test } from 'vitest'
import { readPage, selectTab } from '#features/admin/tabs.ts'

test.each([
  ['the query before storage', 'users', 'subscriptions', 'users'],
  ['the query in any case', 'Users', null, 'users'],
  ['the query for the list of subscribers', 'subscribers', 'users', 'subscribers'],
  ['storage when the query has none', undefined, 'users', 'users'],
  ['storage when the query names no tab', 'billing', 'users', 'users'],
  ['the first when neither names a tab', null, 'billing', 'subscriptions'],
  ['the first when nothing is known', undefined, null, 'subscriptions'],
] as const)('the active tab comes from %s', (_what, query, stored, tab) => {
  expect(selectTab(query, stored)).toBe(tab)
})

test.each([
  ['3', 3],
  ['0', 1],
  ['-2', 1],
  ['2.5', 1],
  ['many', 1],
  [undefined, 1],
])('the page parameter %j is page %i', (text, page) => {
  expect(readPage(text)).toBe(page)
})
