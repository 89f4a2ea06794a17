// @vitest-environment jsdom
import 'fake-indexeddb/auto'
import { expect, it, onTestFinished, vi } from 'vitest'
import { clearChats } from '#features/settings/sessions/clear-chats.ts'
import { database } from '#offline/database/database.ts'
import { syncChats } from '#offline/sync/sync-chats.ts'
import { api } from '#session/api.ts'
import { adopt } from '#session/state/session-atom.ts'
import { makeAuthenticated } from '#support/users/make-user.ts'

const userId = 7

it('clearing the chats fetches the chat list again, also when a fetch was already in progress', async () => {
  adopt({ generation: 1, session: { ...makeAuthenticated(userId), generation: 1 } })
  const asked: string[] = []
  const before = Promise.withResolvers<void>()
  vi.stubGlobal('fetch', async (to: Request | string, more?: RequestInit) => {
    const method = (to instanceof Request ? to.method : more?.method) ?? 'GET'
    asked.push(method)
    if (method === 'DELETE') return Response.json({ deleted: 2 })
    if (!asked.includes('DELETE')) await before.promise
    return Response.json({ results: [], deleted: [], next_cursor: null, synced_at: new Date().toISOString() })
  })
  onTestFinished(() => void vi.unstubAllGlobals())
  const running = syncChats({ db: database(), api, userId })
  await vi.waitFor(() => expect(asked).toEqual(['GET']))
  const cleared = clearChats(userId, true)
  await vi.waitFor(() => expect(asked).toEqual(['GET', 'DELETE']))
  before.resolve()
  await running
  expect(await cleared).toBe(2)
  expect(asked).toEqual(['GET', 'DELETE', 'GET'])
})
