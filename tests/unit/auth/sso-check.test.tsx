import 'fake-indexeddb/auto'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { NetworkError, SignedOutError } from '#api/errors.ts'
import { getProfile, logout, validateSso } from '#contract/endpoints/accounts.ts'
import { SsoCheck } from '#features/auth/sso/sso-check.tsx'
import { signIn } from '#session/session-actions.ts'
import { endPageSession } from '#session/sign-out/end-page-session.ts'
import { currentSession } from '#session/state/session-atom.ts'
import { interact, render } from '#support/browser/render.tsx'
import { makeAuthenticated } from '#support/users/make-user.ts'

const { call } = vi.hoisted(() => ({ call: vi.fn() }))
vi.mock('#session/api.ts', () => ({ api: { call } }))
afterEach(() => endPageSession('signed-out'))

const HERE = makeAuthenticated(7, 'here')
const FOUND = makeAuthenticated(7, 'found')

/** Opens the link of another app for the signed-in user 7; `readProfile` answers for the session of this device. */
async function open(token: string, readProfile: () => Promise<unknown>) {
  await signIn(HERE)
  call.mockReset().mockImplementation(async (endpoint) => {
    if (endpoint === validateSso) return FOUND
    if (endpoint === getProfile) return readProfile()
    return undefined
  })
  const routeTree = createRootRoute({ component: () => <SsoCheck token={token} /> })
  const router = createRouter({ routeTree, history: createMemoryHistory({ initialEntries: ['/check'] }) })
  await router.load()
  const page = await render(<RouterProvider router={router as never} />)
  const leftFor = (path: string) => vi.waitFor(() => expect(router.history.location.pathname).toBe(path))
  return { page, leftFor }
}
const ended = () => call.mock.calls.filter(([endpoint]) => endpoint === logout).map(([, { body }]) => body.refresh)

describe('a link of another app for the user who is signed in', () => {
  it('keeps the session of this device and ends the one that the link has opened', async () => {
    const { leftFor } = await open('works', async () => HERE.user)
    await leftFor('/chat')
    expect(currentSession()).toMatchObject({ refresh: HERE.refresh })
    expect(ended()).toEqual([FOUND.refresh])
  })

  it('signs in by the session of the link when the server refuses the one of this device', async () => {
    const { leftFor } = await open('refused', async () => {
      await endPageSession('refused')
      throw new SignedOutError('This user is not signed in')
    })
    await leftFor('/chat')
    expect(currentSession()).toMatchObject({ refresh: FOUND.refresh })
    expect(ended()).toEqual([])
  })

  it('offers another try while the server does not say whether the session of this device works', async () => {
    const profile = vi.fn(async (): Promise<unknown> => Promise.reject(new NetworkError('No connection')))
    const { page, leftFor } = await open('unreachable', profile)
    await vi.waitFor(() => expect(page.textContent).toContain('That did not work yet'))
    expect(currentSession()).toMatchObject({ refresh: HERE.refresh })
    expect(ended()).toEqual([])
    profile.mockResolvedValue(HERE.user)
    await interact(() => page.querySelector('button')?.click())
    await leftFor('/chat')
    expect(ended()).toEqual([FOUND.refresh])
  })
})
