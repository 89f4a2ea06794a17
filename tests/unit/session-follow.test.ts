// @vitest-environment jsdom
import { createMemoryHistory, createRootRoute, createRouter } from '@tanstack/react-router'
import { beforeEach, expect, it, vi } from 'vitest'
import { makeAuthenticated } from '#support/person.ts'
import { emptyBrowser, openTab } from '#support/tab.ts'

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
