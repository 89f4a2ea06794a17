import 'fake-indexeddb/auto'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { Dexie } from 'dexie'
import { useState } from 'react'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { useListView } from '#features/library/list-view.ts'
import { Sidebar } from '#features/library/sidebar.tsx'
import { makeLocalChat } from '#offline/chats/local-chat.ts'
import { database } from '#offline/database/database.ts'
import { adopt, resetSession } from '#session/state/session-atom.ts'
import { interact, render } from '#support/browser/render.tsx'
import { makeAuthenticated } from '#support/users/make-user.ts'

const userId = 7
const time = '2026-11-01T00:00:00.000Z'
const folder = { userId, id: crypto.randomUUID(), name: 'Birds', color: null, created_at: time, updated_at: time }

/** As on a phone, where the list is in a drawer. */
function Page() {
  const [isOpen, setOpen] = useState(true)
  const { showFolder } = useListView(userId)
  return (
    <>
      <button type="button" onClick={() => showFolder(folder.id)}>
        Only birds
      </button>
      <button type="button" onClick={() => setOpen(!isOpen)}>
        Drawer
      </button>
      {isOpen ? <Sidebar current={undefined} inDrawer={true} /> : null}
    </>
  )
}

describe('the filtered list', () => {
  it('shows no other chats while the folders are being read again', async () => {
    vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }))
    onTestFinished(() => void vi.unstubAllGlobals())
    onTestFinished(resetSession)
    adopt({ generation: 1, session: { ...makeAuthenticated(userId), generation: 1 } })
    const db = database()
    await db.folders.put(folder)
    const chat = (title: string) => makeLocalChat(userId, crypto.randomUUID(), title, Date.now())
    await db.chats.bulkPut([{ ...chat('Herons'), folder: folder.id }, chat('Taxes')])
    const router = createRouter({ routeTree: createRootRoute({ component: Page }), history: createMemoryHistory() })
    await router.load()
    const page = await render(<RouterProvider router={router as never} />)
    const press = (name: string) =>
      interact(() => [...page.querySelectorAll('button')].find(({ textContent }) => textContent === name)?.click())
    const chats = () => [...page.querySelectorAll('nav a')].map((link) => link.textContent)
    await vi.waitFor(() => expect(chats()).toHaveLength(2))
    await press('Only birds')
    await vi.waitFor(() => expect(chats()).toEqual([expect.stringContaining('Herons')]))
    await press('Drawer')
    const reading = Promise.withResolvers<void>()
    const held = db.transaction('rw', db.folders, () => Dexie.waitFor(reading.promise))
    await press('Drawer')
    expect(chats()).toEqual([expect.stringContaining('Herons')])
    reading.resolve()
    await held
    await vi.waitFor(() => expect(page.textContent).toContain('Birds'))
    await interact(() => db.folders.clear())
    await vi.waitFor(() => expect(chats()).toHaveLength(2))
  })
})
