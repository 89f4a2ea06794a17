import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { Subscription } from '#contract/objects/plan.ts'
import { queryClient } from '#data/query-client.ts'
import { type UsageLimits, usageQuery } from '#data/usage.ts'
import { UsagePeriod } from '#features/account/usage/usage-period.tsx'
import { UsageStatusBar } from '#features/chat/status/usage-status-bar.tsx'
import { activateLanguage } from '#i18n/i18n.ts'
import { interact, render } from '#support/browser/render.tsx'
import { makeUser } from '#support/users/make-user.ts'
import { makePlan, makeSubscription } from '../subscriptions/plan-fixtures.ts'

const { call, session } = vi.hoisted(() => ({ call: vi.fn(), session: vi.fn() }))
vi.mock('#session/api.ts', () => ({ api: { call } }))
vi.mock('#session/state/session-atom.ts', async (original) => ({ ...(await original<object>()), useSession: session }))
vi.mock('@tanstack/react-router', () => {
  const Link = ({ children }: { children: string }) => <a href="/">{children}</a>
  return { Link, createLink: () => Link }
})
beforeEach(() => {
  session.mockReset()
  call.mockReset()
  queryClient.clear()
})

const trial = makeSubscription({ status: 'trialing', plan: makePlan({ price: '0.00' }) })
const cancelled = makeSubscription({ cancel_at_period_end: true })
const renewed = makeSubscription()

function read(subscription: Subscription, used: number) {
  const { plan, current_period_start: period_start, current_period_end: resets_at } = subscription
  const usage: UsageLimits = {
    plan,
    tokens: { used, limit: 10 },
    searches: { used: 0, limit: null },
    period_start,
    resets_at,
  }
  const user = makeUser(7, { subscriptions: [subscription] })
  session.mockReturnValue({ user })
  queryClient.setQueryData(usageQuery(7).queryKey, usage)
  return { user, usage, plan }
}

test.each([
  ['trial', trial, 9, '90% of your plan is used. It ends: ', 'Has usado el 90\u00a0% de tu plan. Termina: '],
  [
    'cancelled plan',
    cancelled,
    9,
    '90% of your plan is used. It ends: ',
    'Has usado el 90\u00a0% de tu plan. Termina: ',
  ],
  ['trial', trial, 10, 'Your plan is used up and ends: ', 'Tu plan está agotado y termina: '],
  [
    'plan that goes on',
    renewed,
    9,
    '90% of your plan is used. Counting begins',
    'Has usado el 90\u00a0% de tu plan. La cuenta',
  ],
  ['plan that goes on', renewed, 10, 'Your plan is used up until ', 'Tu plan está agotado hasta: '],
])('a user of a %s reads what follows its period (%#)', async (_, subscription, used, english, spanish) => {
  read(subscription, used)
  const page = await render(<UsageStatusBar userId={7} answering={false} />)
  expect(page.textContent).toContain(english)
  await interact(() => activateLanguage('es'))
  await vi.waitFor(() => expect(page.textContent).toContain(spanish))
})

test.each([
  ['chooses another plan', trial, 'to send it, choose a plan.'],
  ['chooses another plan', cancelled, 'to send it, choose a plan.'],
  ['has room again', renewed, 'sent by itself when there is room again.'],
])('a user whose plan is used up reads that what they write is sent when the user %s (%#)', async (_, plan, text) => {
  expect((await render(<UsagePeriod {...read(plan, 10)} />)).textContent).toContain(text)
})

test('"used up until" disappears when the period has begun again, without an answer or a reload', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] })
  onTestFinished(() => void vi.useRealTimers())
  vi.setSystemTime('2026-12-21T11:50:00.000Z')
  const { usage } = read(renewed, 10)
  call.mockResolvedValue({ ...usage, tokens: { used: 0, limit: 10 } })
  const page = await render(<UsageStatusBar userId={7} answering={false} />)
  await interact(() => vi.advanceTimersByTimeAsync(9 * 60_000))
  expect(page.textContent).toContain('Your plan is used up until ')
  expect(call).not.toHaveBeenCalled()
  await interact(() => vi.advanceTimersByTimeAsync(2 * 60_000))
  expect(page.textContent).toBe('')
})

test('"used up until" disappears when a plan was bought elsewhere', async () => {
  const { usage } = read(renewed, 10)
  call.mockResolvedValue({ ...usage, tokens: { used: 10, limit: 100 } })
  const page = await render(<UsageStatusBar userId={7} answering={false} />)
  expect(page.textContent).toContain('Your plan is used up until ')
  expect(call).not.toHaveBeenCalled()
  session.mockReturnValue({ user: makeUser(7, { subscriptions: [makeSubscription({ plan: makePlan({ id: 3 }) })] }) })
  // The mocked session notifies nobody, so another reader of the page renders the bar again.
  await interact(() => activateLanguage('es'))
  await vi.waitFor(() => expect(page.textContent).toBe(''))
})
