// @vitest-environment jsdom
import { createMemoryHistory, createRootRoute, createRouter } from '@tanstack/react-router'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { DATABASE_NAME } from '#offline/database/database-name.ts'
import { openTab, resetBrowser } from '#support/browser/tab.ts'
import { makeAuthenticated } from '#support/users/make-user.ts'

beforeEach(resetBrowser)

/** A page whose database waits for a tab of the first build; `goOn` ends the wait. */
async function startHeldUp() {
  const old = await new Promise<IDBDatabase>((resolve, reject) => {
    const opening = indexedDB.open(DATABASE_NAME, 1)
    opening.onsuccess = () => resolve(opening.result)
    opening.onerror = () => reject(opening.error)
  })
  onTestFinished(() => old.close())
  const tab = await openTab()
  tab.adopt({ generation: 1, session: { ...makeAuthenticated(7), generation: 1 } })
  return { tab, goOn: () => old.close() }
}

test('the newest chat is unknown while the database is blocked, which differs from none', async () => {
  const { goOn } = await startHeldUp()
  const { newestChat } = await import('#offline/chats/newest-chat.ts')
  expect(await newestChat(7)).toBeUndefined()
  goOn()
  await expect.poll(() => newestChat(7)).toBeNull()
})

test('shared text counts as saved only once it is, and is saved once', async () => {
  const { goOn, tab } = await startHeldUp()
  const { saveShared } = await import('#features/chat/composer/save-shared-text.ts')
  const drafts = async () => (await tab.database().drafts.toArray()).map(({ text }) => text)
  expect(await saveShared(7, { text: 'Look' })).toBeUndefined()
  goOn()
  await expect.poll(drafts).toEqual(['Look'])
  expect(await saveShared(7, { text: 'Look' })).toEqual({ isCut: false })
  expect(await drafts()).toEqual(['Look'])
})

test('a tab whose session ended elsewhere runs its guards again at once while the database is blocked', async () => {
  const { tab } = await startHeldUp()
  const { followSession } = await import('../../../src/routes/-root/follow-session.ts')
  const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() })
  const invalidate = vi.spyOn(router, 'invalidate')
  followSession(router)
  tab.follow({ generation: 9, session: null })
  await vi.waitFor(() => expect(invalidate).toHaveBeenCalled())
})

test('a database that neither opens nor reports an error delays no page', async () => {
  const tab = await openTab()
  tab.adopt({ generation: 1, session: { ...makeAuthenticated(7), generation: 1 } })
  vi.spyOn(indexedDB, 'open').mockImplementation(() => ({}) as IDBOpenDBRequest)
  onTestFinished(() => void vi.restoreAllMocks())
  const [{ readFirst }, { findNewest }] = await Promise.all([
    import('../../../src/routes/chat/-read-first.ts'),
    import('../../../src/routes/chat/-find-newest.ts'),
  ])
  const open = [false, true].map((isSwitch) => readFirst(7, `${isSwitch}`, { preload: false, isSwitch }))
  const [newest] = await Promise.all([findNewest(7), ...open])
  expect(newest).toBeUndefined()
}, 5_000)
