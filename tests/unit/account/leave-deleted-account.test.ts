// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { openTab, resetBrowser } from '#support/browser/tab.ts'
import { makeAuthenticated } from '#support/users/make-user.ts'

beforeEach(resetBrowser)
afterEach(() => vi.unstubAllGlobals())

/** User 7, whose browser is subscribed at a push service that never responds. */
async function signedIn(answer: () => Response) {
  const subscription = { unsubscribe: () => new Promise(() => undefined) }
  const registration = { pushManager: { getSubscription: async () => subscription } }
  vi.stubGlobal('navigator', { serviceWorker: { getRegistration: async () => registration } })
  vi.stubGlobal('fetch', async () => answer())
  const tab = await openTab()
  const { leave } = await import('#features/account/deletion/submit-deletion.ts')
  await tab.signIn(makeAuthenticated(7))
  return { tab, leave }
}

it('leaving a deleted account does not wait for the push service', async () => {
  const { tab, leave } = await signedIn(() => new Response(null, { status: 204 }))
  await leave({ password: 'secret' })
  expect(tab.currentSession()).toBeNull()
})

it('a user whose account the server does not delete stays signed in', async () => {
  const refusal = { message: 'Wrong password', code: 'wrong_password' }
  const { tab, leave } = await signedIn(() => Response.json(refusal, { status: 400 }))
  await expect(leave({ password: 'secret' })).rejects.toThrow('Wrong password')
  expect(tab.currentSession()?.user.id).toBe(7)
})
