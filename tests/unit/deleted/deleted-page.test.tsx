// @vitest-environment jsdom
import 'fake-indexeddb/auto'
import { RouterProvider } from '@tanstack/react-router'
import { expect, test, vi } from 'vitest'
import { enqueueChatDeletes } from '#offline/chats/chat-trash.ts'
import { makeLocalChat } from '#offline/chats/local-chat.ts'
import { database } from '#offline/database/database.ts'
import { readEntries } from '#offline/database/queries.ts'
import { adopt } from '#session/state/session-atom.ts'
import { openRouter } from '#support/browser/app-page.tsx'
import { interact, render } from '#support/browser/render.tsx'
import { makeAuthenticated } from '#support/users/make-user.ts'

const userId = 7
vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)

test('Recently deleted restores and ends chats without a network, after a question for what cannot be undone', async () => {
  adopt({ generation: 1, session: { ...makeAuthenticated(userId), generation: 1 } })
  const db = database()
  const ids = ['Alpha', 'Beta', 'Gamma'].map((title) => ({ title, id: crypto.randomUUID() }))
  const old = new Date(Date.now() - 29 * 86_400_000).toISOString()
  for (const { id, title } of ids) {
    const { local: _, ...row } = makeLocalChat(userId, id, title, 1_000)
    if (title === 'Gamma') await db.deletedChats.put({ ...row, server: { ...row, deleted_at: old }, deleted_at: old })
    else await db.chats.put({ ...row, server: row })
  }
  const synced_at = new Date().toISOString()
  await db.sync.put({ userId, scope: 'chats', synced_at, next_cursor: null, finished_at: Date.now() })
  const [alpha, beta] = ids.map(({ id }) => id)
  // One whose deletion waits for the network, and one that the server has deleted 29 days ago.
  await enqueueChatDeletes(db, { userId, chatIds: [alpha ?? ''] })
  const page = await render(<RouterProvider router={await openRouter('/recently-deleted')} />)
  const titles = () => [...page.querySelectorAll('[data-deleted] label > :first-child')].map((each) => each.textContent)
  const press = (name: string) =>
    interact(() => {
      const all = [...document.querySelectorAll<HTMLElement>('button')]
      const found = all.find(({ ariaLabel, textContent }) => ariaLabel === name || textContent === name)
      if (!found) throw new Error(`There is no button ${name}`)
      found.focus()
      found.click()
    })
  const focused = () => document.activeElement?.closest('li')?.querySelector('label > :first-child')?.textContent
  await vi.waitFor(() => expect(titles()).toEqual(['Alpha', 'Gamma']))
  expect(page.textContent).toContain('1 day left')

  await press('Restore: Alpha')
  await vi.waitFor(() => expect(titles()).toEqual(['Gamma']))
  // The next row has the focus, so that somebody without a mouse goes on from there.
  await vi.waitFor(() => expect(focused()).toBe('Gamma'))
  expect((await db.chats.toArray()).map(({ id }) => id).sort()).toEqual([alpha, beta].sort())
  expect(await readEntries(db, userId)).toEqual([])

  await press('Empty…')
  await vi.waitFor(() => expect(document.querySelector('[role=alertdialog]')?.textContent).toContain('Cancel'))
  expect(titles()).toEqual(['Gamma'])
  await interact(() => [...document.querySelectorAll<HTMLElement>('[role=alertdialog] button')].at(-1)?.click())
  await vi.waitFor(() => expect(titles()).toEqual([]))
  expect((await readEntries(db, userId)).map(({ kind }) => kind)).toEqual(['history.empty'])
  await vi.waitFor(() => expect(document.activeElement?.textContent).toBe('Recently deleted'))
})

test('the focus moves to the first of the last deleted chats when "Show more" has shown them', async () => {
  const other = 8
  adopt({ generation: 2, session: { ...makeAuthenticated(other), generation: 2 } })
  const deleted_at = new Date(Date.now() - 86_400_000).toISOString()
  const rows = Array.from({ length: 102 }, (_, index) => {
    const { local: _local, ...row } = makeLocalChat(other, crypto.randomUUID(), `Chat ${index}`, 1_000)
    return { ...row, server: { ...row, deleted_at }, deleted_at }
  })
  await database().deletedChats.bulkPut(rows)
  const page = await render(<RouterProvider router={await openRouter('/recently-deleted')} />)
  const boxes = () => [...page.querySelectorAll<HTMLInputElement>('[data-deleted] input')]
  await vi.waitFor(() => expect(boxes()).toHaveLength(100))
  const more = [...page.querySelectorAll('button')].find(({ textContent }) => textContent === 'Show more')
  await interact(() => {
    more?.focus()
    more?.click()
  })
  expect(boxes()).toHaveLength(102)
  await vi.waitFor(() => expect(document.activeElement).toBe(boxes()[100]))
})
