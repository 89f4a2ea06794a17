// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest'
import type { Subscription } from '#contract/objects/plan.ts'
import { openTab, resetBrowser } from '#support/browser/tab.ts'
import { makeUser } from '#support/users/make-user.ts'
import { makePlan, makeSubscription } from '../subscriptions/plan-fixtures.ts'

const { call, retryAll } = vi.hoisted(() => ({ call: vi.fn(), retryAll: vi.fn(async () => undefined) }))
vi.mock('#session/api.ts', () => ({ api: { call } }))
vi.mock('#offline/outbox/outbox-actions.ts', () => ({ retryAll }))

beforeEach(async () => {
  await resetBrowser()
  retryAll.mockClear()
})

async function refresh(before: Subscription[], after: Subscription[]) {
  const tab = await openTab()
  await tab.signIn({ user: makeUser(7, { subscriptions: before }), access: 'a', refresh: 'r' })
  retryAll.mockClear()
  call.mockResolvedValue(makeUser(7, { subscriptions: after }))
  const { refreshUser } = await import('#session/refresh-user.ts')
  await refreshUser()
  expect(tab.currentSession()?.user.subscriptions).toEqual(after)
}

const trial = makeSubscription()
const bought = makeSubscription()
const upgraded = { ...trial, plan: makePlan({ id: 3 }) }
const ended = { ...trial, is_active_now: false }

test.each([
  ['the first plan', [], [trial]],
  ['a bigger plan in the place of another', [trial], [ended, bought]],
  ['a bigger plan of the same subscription', [trial], [upgraded]],
])('%s sends held messages at once', async (_, before, after) => {
  await refresh(before, after)
  expect(retryAll).toHaveBeenCalledExactlyOnceWith(expect.anything(), 7)
})

test.each([
  ['the same plan as before', [trial, bought], [bought, { ...trial, cancel_at_period_end: true }]],
  ['a plan that has ended', [trial], [ended]],
])('%s keeps held messages waiting', async (_, before, after) => {
  await refresh(before, after)
  expect(retryAll).not.toHaveBeenCalled()
})

test.each([
  ['sends held messages when a suspension was lifted', { since: '2026-11-21T12:00:00.000Z', reason: 'Spam' }, null, 1],
  [
    'keeps held messages waiting while a suspension lasts',
    null,
    { since: '2026-11-21T12:00:00.000Z', reason: 'Spam' },
    0,
  ],
] as const)('reading the user again %s', async (_, before, after, times) => {
  const tab = await openTab()
  await tab.signIn({ user: makeUser(7, { subscriptions: [trial], suspended: before }), access: 'a', refresh: 'r' })
  retryAll.mockClear()
  call.mockResolvedValue(makeUser(7, { subscriptions: [trial], suspended: after }))
  const { refreshUser } = await import('#session/refresh-user.ts')
  await refreshUser()
  expect(retryAll).toHaveBeenCalledTimes(times)
})

test.each([
  ['to another plan sends held messages', upgraded, 1],
  ['of nothing but its end keeps held messages waiting', { ...trial, cancel_at_period_end: true }, 0],
])('a change here of a subscription %s, though the user is read again only later', async (_, changed, times) => {
  const tab = await openTab()
  await tab.signIn({ user: makeUser(7, { subscriptions: [trial] }), access: 'a', refresh: 'r' })
  retryAll.mockClear()
  call.mockRejectedValue(new Error('offline'))
  const { storeSubscription } = await import('#features/subscriptions/current-plan/store-subscription.ts')
  await storeSubscription(Promise.resolve(changed))
  expect(tab.currentSession()?.user.subscriptions).toEqual([changed])
  expect(retryAll).toHaveBeenCalledTimes(times)
})

test('a plan that arrives with the answer to another change of the user sends held messages', async () => {
  const tab = await openTab()
  await tab.signIn({ user: makeUser(7, { subscriptions: [] }), access: 'a', refresh: 'r' })
  expect(retryAll).not.toHaveBeenCalled()
  await tab.updateUser(makeUser(8, { subscriptions: [trial] }))
  expect(retryAll).not.toHaveBeenCalled()
  await tab.updateUser(makeUser(7, { subscriptions: [trial] }))
  expect(retryAll).toHaveBeenCalledExactlyOnceWith(expect.anything(), 7)
})

const suspension = { since: '2026-11-21T12:00:00.000Z', reason: 'Spam' }
test.each([
  ['with a plan sends held messages', { subscriptions: [trial] }, 1],
  ['without a plan keeps held messages waiting', { subscriptions: [ended] }, 0],
  ['who is suspended keeps held messages waiting', { subscriptions: [trial], suspended: suspension }, 0],
])('signing in a user %s', async (_, user, times) => {
  const tab = await openTab()
  await tab.signIn({ user: makeUser(7, user), access: 'a', refresh: 'r' })
  expect(retryAll).toHaveBeenCalledTimes(times)
})
