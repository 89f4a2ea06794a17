// @vitest-environment jsdom
import { createMemoryHistory, createRootRoute, createRouter } from '@tanstack/react-router'
import { beforeEach, expect, it, vi } from 'vitest'
import { makeAuthenticated } from '#support/person.ts'
import { emptyBrowser, openTab, tellStorage } from '#support/tab.ts'

beforeEach(emptyBrowser)

it('a page that began with a stale mirror asks its guards again when the record knows better', async () => {
  const before = await openTab()
  await before.signIn(makeAuthenticated())
  const stale = localStorage.getItem('auth-storage') ?? ''
  await before.endSession('signed-out')
  await before.close()
  localStorage.setItem('auth-storage', stale)

  const tab = await openTab()
  const { followSession } = await import('../../src/routes/-root/follow-session.ts')
  expect(await tab.restoreSession()).not.toBeNull()
  const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() })
  const invalidate = vi.spyOn(router, 'invalidate')
  followSession(router)
  await vi.waitFor(() => expect(invalidate).toHaveBeenCalled())
  expect(tab.currentSession()).toBeNull()
})

it.each(['the worker', 'another tab', 'the worker before this page was opened'])(
  'a session that ends by a refusal in %s leads this tab to the login and back',
  async (where) => {
    const person = makeAuthenticated()
    const first = await openTab()
    await first.signIn(person)
    const used = { account: person.user.id, access: person.access, refresh: person.refresh }
    const { endRecord } = await import('#session/end-record.ts')
    const end = () => endRecord(first.database(), used)
    if (where === 'the worker before this page was opened') await end()

    const tab = await openTab()
    const { followSession } = await import('../../src/routes/-root/follow-session.ts')
    const { navigateToLoginBy } = await import('#session/go-to-login.ts')
    const hrefs: string[] = []
    navigateToLoginBy((href) => hrefs.push(href))
    history.replaceState(null, '', '/chat/a?b=c')
    expect(await tab.restoreSession()).not.toBeNull()
    followSession(createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() }))
    if (where === 'the worker') await end()
    if (where === 'another tab') {
      await first.endSession('refused', used)
      tellStorage('auth-storage')
    }
    await vi.waitFor(() => expect(hrefs).toEqual(['/auth/login?redirect=%2Fchat%2Fa%3Fb%3Dc']))
    expect(tab.currentSession()).toBeNull()
  },
)
