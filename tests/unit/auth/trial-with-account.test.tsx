import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { beforeEach, expect, test, vi } from 'vitest'
import { useTrialWithAccount } from '#features/auth/register/use-trial-with-account.ts'
import { FREE_TRIAL_PATH } from '#session/guards/paths.ts'
import { adopt, resetSession } from '#session/state/session-atom.ts'
import { interact, render } from '#support/browser/render.tsx'
import { makeAuthenticated } from '#support/users/make-user.ts'

beforeEach(() => {
  resetSession()
  localStorage.clear()
})

const signIn = async () => adopt({ generation: 1, session: { ...makeAuthenticated(7), generation: 1 } })

async function open(beginTrial: (() => Promise<boolean>) | undefined, register: () => Promise<void> = signIn) {
  const refused = vi.fn()
  const routeTree = createRootRoute({
    component: function Registering() {
      const { signUp } = useTrialWithAccount(FREE_TRIAL_PATH, beginTrial)
      return (
        <button type="button" onClick={() => void signUp(register).catch(refused)}>
          Register
        </button>
      )
    },
  })
  const router = createRouter({ routeTree, history: createMemoryHistory({ initialEntries: ['/auth/register'] }) })
  await router.load()
  const page = await render(<RouterProvider router={router as never} />)
  await interact(() => page.querySelector('button')?.click())
  return { refused, here: () => router.history.location }
}

test('a registration for the trial stays on the page until the trial has begun, and then opens a new chat', async () => {
  const begin = Promise.withResolvers<boolean>()
  const { here } = await open(() => begin.promise)
  expect(here().pathname).toBe('/auth/register')
  begin.resolve(true)
  await vi.waitFor(() => expect(here().pathname).toBe('/chat/new'))
  expect(here().state).toMatchObject({ trialBegun: true })
})

test.each([
  ['is on offer', async () => false],
  ['can be started', () => Promise.reject(new Error('no network'))],
])('a registration leads to the page of the trial when none %s', async (_, beginTrial) => {
  const { here } = await open(beginTrial)
  await vi.waitFor(() => expect(here().pathname).toBe(FREE_TRIAL_PATH))
  expect(here().state).not.toHaveProperty('trialBegun')
})

test('a refused registration begins no trial and stays on the page', async () => {
  const beginTrial = vi.fn(async () => true)
  const { here, refused } = await open(beginTrial, () => Promise.reject(new Error('refused')))
  await vi.waitFor(() => expect(refused).toHaveBeenCalledOnce())
  expect(beginTrial).not.toHaveBeenCalled()
  expect(here().pathname).toBe('/auth/register')
})
