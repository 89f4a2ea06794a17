// @vitest-environment jsdom
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { openTab, resetBrowser } from '#support/browser/tab.ts'
import { makeAuthenticated } from '#support/users/make-user.ts'

beforeEach(resetBrowser)
afterEach(() => vi.unstubAllGlobals())

/** User 7, whose browser is subscribed at a push service that never responds. */
async function signedIn(answer: () => Response | Promise<Response>, { onLine = true } = {}) {
  const subscription = { unsubscribe: () => new Promise(() => undefined) }
  const registration = { pushManager: { getSubscription: async () => subscription } }
  vi.stubGlobal('navigator', { onLine, serviceWorker: { getRegistration: async () => registration } })
  vi.stubGlobal('fetch', async () => answer())
  const tab = await openTab()
  const { leave } = await import('#features/account/deletion/submit-deletion.ts')
  await tab.signIn(makeAuthenticated(7))
  return { tab, leave }
}

test('leaving a deleted account does not wait for the push service', async () => {
  const { tab, leave } = await signedIn(() => new Response(null, { status: 204 }))
  await leave({ password: 'secret' })
  expect(tab.currentSession()).toBeNull()
})

test('a user whose account the server does not delete stays signed in', async () => {
  const refusal = { message: 'Wrong password', code: 'wrong_password' }
  const { tab, leave } = await signedIn(() => Response.json(refusal, { status: 400 }))
  await expect(leave({ password: 'secret' })).rejects.toThrow('Wrong password')
  expect(tab.currentSession()?.user.id).toBe(7)
})

/** A session that the server refuses, because its account does not exist any more. */
const unknownUser = () =>
  Response.json({ message: 'Token is invalid or expired', code: 'token_not_valid' }, { status: 401 })

/** A signed-in user with a draft, whose account the server has deleted without its response being received. */
async function lostDeletion({ onLine = true } = {}) {
  let answer: () => Response | Promise<Response> = () => Promise.reject(new TypeError('Failed to fetch'))
  const { tab, leave } = await signedIn(() => answer(), { onLine })
  await tab.database().drafts.put({ userId: 7, draftKey: 'new', text: 'A draft', updated_at: 1 })
  await expect(leave({ password: 'secret' })).rejects.toThrow()
  expect(tab.currentSession()?.user.id).toBe(7)
  answer = unknownUser
  const respond = (next: typeof answer) => {
    answer = next
  }
  /** Counted in a transaction that waits for one that deletes. */
  const drafts = () => {
    const db = tab.database()
    return db.transaction('rw', db.tables, () => db.drafts.count())
  }
  return { tab, leave, respond, drafts }
}

test('a second try after a lost response leaves the device when the account is gone', async () => {
  const { tab, leave, drafts } = await lostDeletion()
  await leave({ password: 'secret' })
  expect(tab.currentSession()).toBeNull()
  await vi.waitFor(async () => expect(await drafts()).toBe(0))
  // Leaving the device, which goes on after the page is empty, comes before this in the queue of the database.
  await tab.endPageSession('signed-out')
})

test('a session that is refused soon after a lost response leaves no drafts of the deleted account', async () => {
  const { tab, drafts } = await lostDeletion()
  await tab.endPageSession('refused')
  await vi.waitFor(async () => expect(await drafts()).toBe(0))
})

test('a session that is refused long after a lost response keeps its drafts', async () => {
  const { tab, drafts } = await lostDeletion()
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 11 * 60 * 1000)
  onTestFinished(() => void vi.restoreAllMocks())
  await tab.endPageSession('refused')
  expect(await drafts()).toBe(1)
})

test('a deletion that did not leave the device for lack of a network keeps the drafts of a session that is refused', async () => {
  const { tab, drafts } = await lostDeletion({ onLine: false })
  await tab.endPageSession('refused')
  expect(await drafts()).toBe(1)
})

test('a later answer that shows the account keeps the drafts of a session that is refused after it', async () => {
  const { tab, leave, respond, drafts } = await lostDeletion()
  respond(() => Response.json({ message: 'Wrong password', code: 'wrong_password' }, { status: 400 }))
  await expect(leave({ password: 'secret' })).rejects.toThrow('Wrong password')
  await tab.endPageSession('refused')
  expect(await drafts()).toBe(1)
})

test('a user whose session is refused at the first try is told so', async () => {
  const { leave } = await signedIn(unknownUser)
  await expect(leave({ password: 'secret' })).rejects.toMatchObject({ code: 'token_not_valid' })
})
