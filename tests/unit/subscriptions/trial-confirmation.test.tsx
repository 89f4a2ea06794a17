import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { beforeEach, expect, test, vi } from 'vitest'
import { resendVerification } from '#contract/endpoints/accounts.ts'
import { getConfig } from '#contract/endpoints/companion.ts'
import { checkout } from '#contract/endpoints/subscriptions.ts'
import { queryClient } from '#data/query-client.ts'
import { PlanAction } from '#features/subscriptions/plans/plan-action.tsx'
import { beginTrial } from '#features/subscriptions/trial/begin-trial.ts'
import { FreeTrialPage } from '#features/subscriptions/trial/free-trial-page.tsx'
import { FREE_TRIAL_PATH } from '#session/guards/paths.ts'
import { adopt, currentSession, resetSession } from '#session/state/session-atom.ts'
import { interact, render } from '#support/browser/render.tsx'
import { makeAuthenticated } from '#support/users/make-user.ts'
import { makePlan, makeSubscription } from './plan-fixtures.ts'

const { call, refreshUser } = vi.hoisted(() => ({ call: vi.fn(), refreshUser: vi.fn() }))
vi.mock('#session/api.ts', () => ({ api: { call } }))
vi.mock('#session/refresh-user.ts', () => ({ refreshUser }))

const trial = makePlan({ id: 1, title: 'Free trial', price: '0.00' })
/** What the server says. */
const server = { mail: true, isConfirmed: false, hasTrial: false }

const userNow = () => ({
  ...makeAuthenticated(7).user,
  email_verified: server.isConfirmed,
  subscriptions: server.hasTrial ? [makeSubscription({ status: 'trialing', plan: trial })] : [],
})
const adoptUser = () => {
  const authenticated = { ...makeAuthenticated(7), user: userNow() }
  const generation = (currentSession()?.generation ?? 0) + 1
  adopt({ generation, session: { ...authenticated, generation } })
}

beforeEach(() => {
  resetSession()
  queryClient.clear()
  Object.assign(server, { mail: true, isConfirmed: false, hasTrial: false })
  refreshUser.mockReset().mockImplementation(async () => adoptUser())
  call.mockReset().mockImplementation(async (endpoint) => {
    if (endpoint === getConfig) return { mail: server.mail }
    if (endpoint === checkout) server.hasTrial = true
    return {}
  })
})

async function open(component = FreeTrialPage) {
  adoptUser()
  queryClient.setQueryData(['plans'], { plans: [trial], savedAt: null })
  const routeTree = createRootRoute({ component })
  const router = createRouter({ routeTree, history: createMemoryHistory({ initialEntries: ['/trial'] }) })
  await router.load()
  const page = await render(<RouterProvider router={router as never} />)
  const button = (name: string) =>
    [...page.querySelectorAll('button')].find(({ textContent }) => textContent?.startsWith(name))
  const shows = (name: string) => vi.waitFor(() => button(name) ?? expect.fail(`no button ${name}`))
  return { page, button, shows, here: () => router.history.location }
}
const calls = (endpoint: unknown) => call.mock.calls.filter(([called]) => called === endpoint).length

test('the trial waits for the confirmation, and begins by itself when the page is shown again after it', async () => {
  const { page, button, shows, here } = await open()
  await shows('Send the link again')
  expect(page.textContent).toContain('Confirm your address')
  expect(button('Start free')).toBeUndefined()
  await vi.waitFor(() => expect(refreshUser).toHaveBeenCalledOnce())
  expect(calls(checkout)).toBe(0)
  // Confirmed on another device.
  server.isConfirmed = true
  await interact(() => void window.dispatchEvent(new Event('visibilitychange')))
  await vi.waitFor(() => expect(here().pathname).toBe('/chat/new'))
  expect(here().state).toMatchObject({ trialBegun: true })
  expect(calls(checkout)).toBe(1)
})

test('the trial begins by itself when the address is confirmed in another tab, once', async () => {
  const { shows, here } = await open()
  await shows('Send the link again')
  server.isConfirmed = true
  await interact(adoptUser)
  await vi.waitFor(() => expect(here().pathname).toBe('/chat/new'))
  expect(calls(checkout)).toBe(1)
})

test('a trial that was begun in another tab is not begun again', async () => {
  const { shows, here } = await open()
  await shows('Send the link again')
  Object.assign(server, { isConfirmed: true, hasTrial: true })
  await interact(adoptUser)
  await vi.waitFor(() => expect(document.body.textContent).not.toContain('Confirm your address'))
  expect(calls(checkout)).toBe(0)
  expect(here().pathname).toBe('/trial')
})

test('the link is sent again by a button, which says so', async () => {
  const { page, shows } = await open()
  const again = await shows('Send the link again')
  await interact(() => again.click())
  await vi.waitFor(() => expect(page.textContent).toContain('Sent. Look for it in your mail'))
  expect(calls(resendVerification)).toBe(1)
})

test.each([
  ['sends no mails', { mail: false }],
  ['knows the address as confirmed', { isConfirmed: true }],
])('a server that %s offers the trial at once, and begins it by the button only', async (_, more) => {
  Object.assign(server, more)
  const { page, shows } = await open()
  await shows('Start free')
  await vi.waitFor(() => expect(calls(getConfig)).toBe(1))
  expect(page.textContent).not.toContain('Confirm your address')
  expect(calls(checkout)).toBe(0)
})

test('a registration begins no trial before the address is confirmed', async () => {
  adoptUser()
  queryClient.setQueryData(['plans'], { plans: [trial], savedAt: null })
  expect(await beginTrial()).toBe(false)
  expect(calls(checkout)).toBe(0)
  server.isConfirmed = true
  adoptUser()
  expect(await beginTrial()).toBe(true)
  expect(calls(checkout)).toBe(1)
})

test('the plans lead to the page that asks for the confirmation', async () => {
  const onStart = vi.fn()
  const { page } = await open(() => (
    <PlanAction plan={trial} isMain pending={undefined} closedBy={undefined} onStart={onStart} />
  ))
  await vi.waitFor(() => expect(page.querySelector('a')?.getAttribute('href')).toBe(FREE_TRIAL_PATH))
  expect(page.querySelector('a')?.textContent).toBe('Start free')
  expect(page.querySelector('button')).toBeNull()
})
