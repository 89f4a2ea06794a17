import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { beforeEach, expect, test, vi } from 'vitest'
import { getConfig } from '#contract/endpoints/companion.ts'
import type { User } from '#contract/objects/user.ts'
import { configQuery } from '#data/config-query.ts'
import { queryClient } from '#data/query-client.ts'
import { RegisterLead } from '#features/auth/register/register-lead.tsx'
import { VerifyCheck } from '#features/auth/verify-email/verify-check.tsx'
import { adopt, resetSession } from '#session/state/session-atom.ts'
import { interact, render } from '#support/browser/render.tsx'
import { makeAuthenticated, makeUser } from '#support/users/make-user.ts'

const { call } = vi.hoisted(() => ({ call: vi.fn() }))
vi.mock('#session/api.ts', () => ({ api: { call } }))

beforeEach(() => {
  resetSession()
  queryClient.clear()
})

async function open(component: () => React.ReactNode, mail: boolean, trial = true) {
  call
    .mockReset()
    .mockImplementation(async (endpoint) =>
      endpoint === getConfig
        ? { mail, trial, google_client_id: null }
        : { email, first_name: 'Ana', last_name: '', email_verified: true },
    )
  const routeTree = createRootRoute({ component })
  const router = createRouter({ routeTree, history: createMemoryHistory({ initialEntries: ['/check'] }) })
  await router.load()
  const page = await render(<RouterProvider router={router as never} />)
  // Before, the page says what holds without the configuration.
  await vi.waitFor(() => expect(queryClient.getQueryData(configQuery.queryKey)).toBeDefined())
  await vi.waitFor(() => expect(queryClient.isFetching()).toBe(0))
  await interact(() => undefined)
  return page
}
const email = 'ana@example.org'
const signIn = (user: Partial<User>) =>
  adopt({ generation: 1, session: { ...makeAuthenticated(7), user: makeUser(7, { email, ...user }), generation: 1 } })

test.each([
  ['the trial where mails are sent, which has waited for it', { mail: true, user: {} }, 'Go to your free trial'],
  ['the chat where no mails are sent', { mail: false, user: {} }, 'Go to the chat'],
  ['the chat for whoever else is signed in', { mail: true, user: { email: 'eva@example.org' } }, 'Go to the chat'],
  ['the chat for an admin', { mail: true, user: { is_admin: true } }, 'Go to the chat'],
  ['the log-in for somebody who is signed out', { mail: true, user: null }, 'Log in'],
])('a confirmed address leads to %s', async (_, { mail, user }, name) => {
  if (user !== null) signIn(user)
  const page = await open(() => <VerifyCheck token="t" />, mail)
  await vi.waitFor(() => expect([...page.querySelectorAll('a')].map((link) => link.textContent)).toEqual([name]))
})

test.each([
  ['offers the trial that a page on another device may have waited for', true, true, 'If you came for the free trial'],
  ['offers no trial where none is on offer', true, false, 'There is nothing else to do'],
  ['offers no trial that did not wait for the address', false, true, 'There is nothing else to do'],
])('a confirmed address of somebody who is signed out %s', async (_, mail, trial, words) => {
  const page = await open(() => <VerifyCheck token="t" />, mail, trial)
  await vi.waitFor(() => expect(page.textContent).toContain(words))
})

test.each([
  ['with the confirmed address where mails are sent', true, 'begins when you have confirmed your address. No card.'],
  ['with the account where none are sent', false, 'Your free trial begins with it. No card.'],
])('the registration says that a trial begins %s', async (_, mail, words) => {
  const page = await open(() => <RegisterLead isForTrial />, mail)
  await vi.waitFor(() => expect(page.textContent).toContain(words))
})

test('the registration promises no trial where none is on offer', async () => {
  const page = await open(() => <RegisterLead isForTrial />, false, false)
  await vi.waitFor(() => expect(page.textContent).toBe('No card, no newsletter unless you ask for it.'))
})
