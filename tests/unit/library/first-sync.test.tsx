import 'fake-indexeddb/auto'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { expect, onTestFinished, test, vi } from 'vitest'
import { ChatList } from '#features/library/list/chat-list.tsx'
import { database } from '#offline/database/database.ts'
import { interact, render } from '#support/browser/render.tsx'

test('an empty list says so once the first sync has ended, and shows a placeholder before', async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  onTestFinished(() => void vi.unstubAllGlobals())
  const userId = 7
  const labels = { folders: [], tags: [] }
  const root = createRootRoute({
    component: () => <ChatList userId={userId} chats={[]} labels={labels} current={undefined} replace={false} />,
  })
  const router = createRouter({ routeTree: root, history: createMemoryHistory() })
  await router.load()
  const page = await render(<RouterProvider router={router as never} />)
  await vi.waitFor(() => expect(page.querySelector('nav span')).not.toBeNull())
  expect(page.textContent).not.toContain('Your chats will be listed here.')
  const row = { userId, scope: 'chats', synced_at: '', next_cursor: null, finished_at: 1 }
  await interact(() => database().sync.put(row))
  await vi.waitFor(() => expect(page.textContent).toContain('Your chats will be listed here.'))
  expect(page.querySelector('nav span')).toBeNull()
})
