import 'fake-indexeddb/auto'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { ExportPage } from '#features/chat/export/export-page.tsx'
import { database } from '#offline/database/database.ts'
import { newId } from '#offline/outbox/new-entry.ts'
import { adopt, currentState } from '#session/state/session-atom.ts'
import { userId } from '#support/browser/chat-page.tsx'
import { interact, render } from '#support/browser/render.tsx'
import { makeAuthenticated } from '#support/users/make-user.ts'

beforeEach(() => Promise.all(database().tables.map((table) => table.clear())))

test('the preview of a long chat that is not on this device is rendered when all its messages are here', async () => {
  const chatId = newId()
  const time = new Date().toISOString()
  const times = { created_at: time, updated_at: time, last_message_at: time }
  const filed = { folder: null, tags: [], is_saved: false, expires_at: null }
  const chat = { id: chatId, title: 'A long one', ...times, ...filed, preview: 'Text' }
  const messages = Array.from({ length: 100 }, (_, index) => ({
    ...{ id: newId(), chat: chatId, role: 'user', content: `Text ${index + 1}`, status: 'complete', failure: null },
    ...{ created_at: time, updated_at: time, seq: index + 1, reply_to: null, version: 1, has_reasoning: false },
    ...{ replaces: null, superseded_by: null, scores: null },
  }))
  const answer = (page: object[]) => Response.json({ chat, messages: page, has_more: false, synced_at: time })
  const older = Promise.withResolvers<Response>()
  vi.stubGlobal('fetch', async ({ url }: Request) => {
    const { searchParams } = new URL(url)
    if (searchParams.has('before')) return older.promise
    return answer(searchParams.has('updated_after') ? [] : messages.slice(50))
  })
  onTestFinished(() => void vi.unstubAllGlobals())
  const session = { ...makeAuthenticated(userId), generation: 1 }
  adopt({ generation: currentState().generation + 1, session } as never)
  const component = () => <ExportPage userId={userId} chatId={chatId} />
  const router = createRouter({ routeTree: createRootRoute({ component }), history: createMemoryHistory() })
  await router.load()
  const page = await render(<RouterProvider router={router as never} />)

  await vi.waitFor(() => expect(page.textContent).toContain('Markdown'))
  expect(page.textContent).toContain('The rest of this chat is being fetched')
  expect(page.querySelector('#exported-title')).toBeNull()
  await interact(() => older.resolve(answer(messages.slice(0, 50))))
  await vi.waitFor(() => expect(page.querySelectorAll('article')).toHaveLength(messages.length))
})
