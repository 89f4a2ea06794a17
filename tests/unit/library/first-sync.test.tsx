import 'fake-indexeddb/auto'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { expect, onTestFinished, test, vi } from 'vitest'
import { ChatList } from '#features/library/list/chat-list.tsx'
import { database } from '#offline/database/database.ts'
import { adopt, resetSession } from '#session/state/session-atom.ts'
import { interact, render } from '#support/browser/render.tsx'
import { makeAuthenticated } from '#support/users/make-user.ts'

async function renderEmpty(userId: number, { hasChats = false } = {}) {
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  onTestFinished(() => void vi.unstubAllGlobals())
  const labels = { folders: [], tags: [] }
  const root = createRootRoute({
    component: () => <ChatList {...{ userId, hasChats, labels }} chats={[]} current={undefined} replace={false} />,
  })
  const router = createRouter({ routeTree: root, history: createMemoryHistory() })
  await router.load()
  return render(<RouterProvider router={router as never} />)
}

test('an empty list says so once the first sync has ended, and shows a placeholder before', async () => {
  const userId = 7
  const page = await renderEmpty(userId)
  await vi.waitFor(() => expect(page.querySelector('nav span')).not.toBeNull())
  expect(page.textContent).not.toContain('Your chats will be listed here.')
  const row = { userId, scope: 'chats', synced_at: '', next_cursor: null, finished_at: 1 }
  await interact(() => database().sync.put(row))
  await vi.waitFor(() => expect(page.textContent).toContain('Your chats will be listed here.'))
  expect(page.querySelector('nav span')).toBeNull()
})

test('an empty list fetches older chats first when all those on the device are archived', async () => {
  const userId = 8
  onTestFinished(resetSession)
  adopt({ generation: 1, session: { ...makeAuthenticated(userId), generation: 1 } })
  const reply = Promise.withResolvers<Response>()
  const fetched = vi.fn((_: unknown) => reply.promise)
  vi.stubGlobal('fetch', fetched)
  await database().sync.put({ userId, scope: 'chats', synced_at: '', next_cursor: 'page 2', finished_at: 1 })
  const page = await renderEmpty(userId, { hasChats: true })
  await vi.waitFor(() => expect(fetched).toHaveBeenCalledOnce())
  expect(page.textContent).not.toContain('Your chats will be listed here.')
  const time = '2026-11-01T00:00:00.000Z'
  await interact(() => reply.resolve(Response.json({ results: [], deleted: [], next_cursor: null, synced_at: time })))
  await vi.waitFor(() => expect(page.textContent).toContain('Your chats will be listed here.'))
})

test('a list whose chats are still to be read from the device fetches no older ones', async () => {
  const userId = 10
  onTestFinished(resetSession)
  adopt({ generation: 1, session: { ...makeAuthenticated(userId), generation: 1 } })
  const fetched = vi.fn()
  vi.stubGlobal('fetch', fetched)
  await database().sync.put({ userId, scope: 'chats', synced_at: '', next_cursor: 'page 2', finished_at: 1 })
  const page = await renderEmpty(userId)
  await vi.waitFor(() => expect(page.textContent).toContain('Show older chats'))
  expect(fetched).not.toHaveBeenCalled()
})

test('an empty list does not promise chats while the server has older ones that cannot be fetched', async () => {
  const userId = 9
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  onTestFinished(() => void vi.restoreAllMocks())
  await database().sync.put({ userId, scope: 'chats', synced_at: '', next_cursor: 'page 2', finished_at: 1 })
  const page = await renderEmpty(userId)
  await vi.waitFor(() => expect(page.textContent).toContain('Show older chats'))
  expect(page.textContent).not.toContain('Your chats will be listed here.')
})
