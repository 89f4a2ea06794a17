// @vitest-environment jsdom
import { v7 as uuid } from 'uuid'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openTab, resetBrowser } from '#support/browser/tab.ts'
import { makeAuthenticated } from '#support/users/make-user.ts'

beforeEach(resetBrowser)
afterEach(() => vi.unstubAllGlobals())

/** User 7, with an unsent message in one chat and a copy of another; records the private caches that are deleted. */
async function signedIn() {
  const deleted: string[] = []
  vi.stubGlobal('caches', {
    keys: async () => ['app', 'photos-private'],
    delete: async (name: string) => void deleted.push(name),
  })
  const tab = await openTab()
  const { switchUser } = await import('#session/switch-user.ts')
  const { enqueueMessage } = await import('#offline/outbox/enqueue.ts')
  await tab.signIn(makeAuthenticated(7))
  const db = tab.database()
  const [unsent, copied] = [uuid(), uuid()]
  await enqueueMessage(db, { userId: 7, chatId: unsent, content: 'Unsent', newChat: {} })
  const row = await db.chats.get([7, unsent])
  if (row) await db.chats.put({ ...row, id: copied })
  const chats = async () => (await db.chats.toArray()).map(({ id }) => id)
  return { tab, db, switchUser, unsent, copied, chats, deleted }
}

test('a user who signs in on a device of another sees none of their data, and unsent data waits', async () => {
  const { tab, db, switchUser, unsent, chats, deleted } = await signedIn()
  await switchUser(makeAuthenticated(8))
  expect(tab.currentSession()?.user.id).toBe(8)
  expect(await chats()).toEqual([unsent])
  expect(await db.outbox.count()).toBe(2)
  expect(deleted).toEqual(['photos-private'])
})

test('the same user who signs in again keeps all local data', async () => {
  const { switchUser, unsent, copied, chats, deleted } = await signedIn()
  await switchUser(makeAuthenticated(7, 'fresh'))
  expect((await chats()).sort()).toEqual([unsent, copied].sort())
  expect(deleted).toEqual([])
})
