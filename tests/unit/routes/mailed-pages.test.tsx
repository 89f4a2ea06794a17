import 'fake-indexeddb/auto'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { signIn } from '#session/session-actions.ts'
import { resetSession } from '#session/state/session-atom.ts'
import { openRouter } from '#support/browser/app-page.tsx'
import { makeAuthenticated } from '#support/users/make-user.ts'

const user = makeAuthenticated(7)
const refused = () => Response.json({ message: 'No', code: 'token_not_valid' }, { status: 401 })

async function endOf(href: string, respond: () => Response | Promise<Response>) {
  await signIn(user)
  vi.stubGlobal('fetch', async () => respond())
  // The address of the window, which a memory history leaves as it is.
  window.history.replaceState(null, '', href)
  const { pathname, state } = (await openRouter(href)).state.location
  return { pathname, resetToken: state.resetToken }
}

beforeEach(resetSession)
afterEach(() => {
  window.history.replaceState(null, '', '/')
  resetSession()
  localStorage.clear()
})

describe('a page to which a mail links, opened where somebody was signed in', () => {
  it.each([
    ['/auth/reset-password#token=t', { pathname: '/auth/reset-password', resetToken: 't' }],
    ['/auth/forgor-password', { pathname: '/auth/forgor-password', resetToken: undefined }],
  ])('opens when the server has ended the session: %s', async (href, page) => {
    expect(await endOf(href, refused)).toEqual(page)
  })

  it.each([
    ['is still valid', () => Response.json(user.user)],
    ['cannot be checked', () => Promise.reject(new TypeError('Failed to fetch'))],
  ])('leads to the chat when the session %s', async (_, respond) => {
    expect(await endOf('/auth/reset-password#token=t', respond)).toMatchObject({ pathname: '/chat/new' })
  })
})
