// @vitest-environment jsdom
import { createMemoryHistory, createRootRoute, createRouter } from '@tanstack/react-router'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { dispatchStorageEvent, openTab, resetBrowser } from '#support/browser/tab.ts'
import { makeAuthenticated } from '#support/users/make-user.ts'

beforeEach(resetBrowser)

test('a page that started with a stale mirror runs its guards again when the token record differs', async () => {
  const before = await openTab()
  await before.signIn(makeAuthenticated())
  const stale = localStorage.getItem('auth-storage') ?? ''
  await before.endPageSession('signed-out')
  await before.close()
  localStorage.setItem('auth-storage', stale)

  const tab = await openTab()
  const { followSession } = await import('../../../src/routes/-root/follow-session.ts')
  expect(await tab.restoreSession()).not.toBeNull()
  const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() })
  const invalidate = vi.spyOn(router, 'invalidate')
  followSession(router)
  await vi.waitFor(() => expect(invalidate).toHaveBeenCalled())
  expect(tab.currentSession()).toBeNull()
})

test.each(['the worker', 'another tab', 'the worker before this page was opened'])(
  'a session that ends by a rejection in %s leads this tab to the login and back',
  async (where) => {
    const user = makeAuthenticated()
    const first = await openTab()
    await first.signIn(user)
    const used = { userId: user.user.id, access: user.access, refresh: user.refresh }
    const { endSession } = await import('#session/token-record/end-session.ts')
    const end = () => endSession('refused', { db: first.database(), used })
    if (where === 'the worker before this page was opened') await end()

    const tab = await openTab()
    const { followSession } = await import('../../../src/routes/-root/follow-session.ts')
    const { navigateToLoginBy } = await import('#session/guards/go-to-login.ts')
    const hrefs: string[] = []
    navigateToLoginBy((href) => hrefs.push(href))
    history.replaceState(null, '', '/chat/a?b=c')
    expect(await tab.restoreSession()).not.toBeNull()
    followSession(createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() }))
    if (where === 'the worker') await end()
    if (where === 'another tab') {
      await first.endPageSession('refused', used)
      dispatchStorageEvent('auth-storage')
    }
    await vi.waitFor(() => expect(hrefs).toEqual(['/auth/login?redirect=%2Fchat%2Fa%3Fb%3Dc']))
    expect(tab.currentSession()).toBeNull()
  },
)

test.each(['rereading', 'replacing', 'being refused', 'a changed profile'])(
  'a tab that learns by %s that its session has ended leaves once',
  async (how) => {
    const user = makeAuthenticated()
    const tab = await openTab()
    await tab.signIn(user)
    let left = 0
    tab.onEndedElsewhere(() => {
      left += 1
    })
    const used = { userId: user.user.id, access: user.access, refresh: user.refresh }
    const { endSession } = await import('#session/token-record/end-session.ts')
    // Nothing is observed here: neither the mirror nor the BroadcastChannel reports it.
    await endSession('refused', { db: tab.database(), used })
    const tokens = tab.createPageTokens(() => expect.unreachable('the refusal was heard elsewhere'))
    if (how === 'rereading') expect(await tokens.reread()).toBeNull()
    if (how === 'replacing') expect(await tokens.replace(used, { access: 'a', refresh: 'r' })).toBeNull()
    if (how === 'being refused') await tokens.refused(used)
    if (how === 'a changed profile') await tab.updateUser(user.user)
    expect(tab.currentSession()).toBeNull()
    expect(left).toBe(1)
  },
)

test('a tab whose session ended elsewhere runs its guards again although the database cannot be read', async () => {
  const tab = await openTab()
  const { followSession } = await import('../../../src/routes/-root/follow-session.ts')
  await tab.signIn(makeAuthenticated())
  const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() })
  const invalidate = vi.spyOn(router, 'invalidate')
  followSession(router)
  await tab.sessionReconciled()
  const reported = vi.fn()
  vi.stubGlobal('reportError', reported)
  onTestFinished(() => void vi.unstubAllGlobals())
  tab.database().close()
  tab.follow({ generation: 9, session: null })
  await vi.waitFor(() => expect(invalidate).toHaveBeenCalled())
  expect(reported).toHaveBeenCalledOnce()
})
