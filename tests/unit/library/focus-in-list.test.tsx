import 'fake-indexeddb/auto'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { afterEach, beforeAll, beforeEach, describe, expect, it, test, vi } from 'vitest'
import { setChatsArchived } from '#features/library/chat-menu/change-chats.ts'
import { useListView } from '#features/library/list-view.ts'
import { Sidebar } from '#features/library/sidebar.tsx'
import { makeLocalChat } from '#offline/chats/local-chat.ts'
import { database } from '#offline/database/database.ts'
import type { ChatRow } from '#offline/database/rows.ts'
import { adopt, resetSession } from '#session/state/session-atom.ts'
import { interact, render } from '#support/browser/render.tsx'
import { makeAuthenticated } from '#support/users/make-user.ts'

/** Another user in each test, because the list of the last one is kept in memory. */
let userId = 0
const time = '2026-11-01T00:00:00.000Z'
const folder = { id: crypto.randomUUID(), name: 'Birds', color: null, created_at: time, updated_at: time }

const { loadOlderChats } = vi.hoisted(() => ({ loadOlderChats: vi.fn() }))
vi.mock('#offline/sync/sync-chats.ts', async (original) => ({ ...(await original<object>()), loadOlderChats }))

let view: ReturnType<typeof useListView>
function Page() {
  view = useListView(userId)
  return <Sidebar current={undefined} inDrawer={false} />
}

async function open(rows: readonly Partial<ChatRow>[], next_cursor: string | null = null) {
  const db = database()
  await db.folders.put({ ...folder, userId })
  await db.sync.put({ userId, scope: 'chats', synced_at: time, next_cursor, finished_at: 1 })
  const all = rows.map((row, index) => {
    const chat = makeLocalChat(userId, crypto.randomUUID(), row.title ?? '', 1000 - index)
    return { ...chat, ...row }
  })
  await db.chats.bulkPut(all)
  const router = createRouter({ routeTree: createRootRoute({ component: Page }), history: createMemoryHistory() })
  await router.load()
  const page = await render(<RouterProvider router={router as never} />)
  const chats = () => [...page.querySelectorAll('nav a')].map(({ textContent }) => textContent)
  await vi.waitFor(() => expect(chats()).toHaveLength(rows.length))
  return { page, chats, first: all[0]?.id ?? '' }
}

const find = (name: string) => {
  const all = [...document.querySelectorAll<HTMLElement>('button, [role^="menuitem"], input[type="radio"]')]
  const named = (each: HTMLElement) =>
    [each.ariaLabel, each.textContent, each.closest('label')?.textContent].includes(name)
  return all.findLast(named) ?? expect.fail(`nothing is called ${name}`)
}
const press = async (name: string) => {
  const element = await vi.waitFor(() => find(name))
  await interact(() => {
    element.focus()
    element.click()
  })
}
const openMenu = async (page: HTMLElement, title: string) => {
  const link = [...page.querySelectorAll<HTMLElement>('nav a')].find(({ textContent }) =>
    textContent?.startsWith(title),
  )
  await interact(() => link?.focus())
  await press(`More: ${title}`)
}
const isListFocused = () => document.activeElement?.hasAttribute('data-chats')

// On a busy machine the first load of a popup's chunk takes longer than a test should wait.
beforeAll(async () => {
  await import('#ui/menu/menu-popup.tsx')
  await import('#ui/dialog/dialog-popup.tsx')
  await import('#features/library/dialogs/library-dialogs.tsx')
}, 60_000)
beforeEach(() => {
  userId += 1
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }))
  adopt({ generation: 1, session: { ...makeAuthenticated(userId), generation: 1 } })
})
afterEach(async () => {
  await interact(() => view.showAll())
  resetSession()
  vi.unstubAllGlobals()
})

describe('the list of chats', () => {
  it('has the focus after a chat was archived from its menu', async () => {
    const { page, chats } = await open([{ title: 'Herons' }, { title: 'Taxes' }])
    await openMenu(page, 'Herons')
    await press('Archive')
    await vi.waitFor(() => expect(chats()).toHaveLength(1))
    await vi.waitFor(() => expect(isListFocused()).toBe(true))
  })

  it('has the focus after a chat was taken from the saved ones that it shows', async () => {
    const { page, chats } = await open([
      { title: 'Herons', is_saved: true },
      { title: 'Taxes', is_saved: true },
    ])
    await interact(() => view.showStatus('saved'))
    await openMenu(page, 'Herons')
    await press('Remove from saved')
    await vi.waitFor(() => expect(chats()).toHaveLength(1))
    await vi.waitFor(() => expect(isListFocused()).toBe(true))
  })

  it('has the focus after a chat was moved out of the folder that it shows', async () => {
    const { page, chats } = await open([
      { title: 'Herons', folder: folder.id },
      { title: 'Taxes', folder: folder.id },
    ])
    await interact(() => view.showFolder(folder.id))
    await openMenu(page, 'Herons')
    await press('Move to folder')
    await press('No folder')
    await press('Move')
    await vi.waitFor(() => expect(chats()).toHaveLength(1))
    await vi.waitFor(() => expect(document.querySelector('[role="dialog"]')).toBeNull())
    await vi.waitFor(() => expect(isListFocused()).toBe(true))
  })

  it('leaves the focus where the user has put it when a chat is archived', async () => {
    const { page, chats, first } = await open([{ title: 'Herons' }, { title: 'Taxes' }])
    await openMenu(page, 'Herons')
    const other = find('Select')
    await interact(() => other.focus())
    await interact(() => setChatsArchived(userId, [first], true))
    await vi.waitFor(() => expect(chats()).toHaveLength(1))
    await new Promise(requestAnimationFrame)
    expect(document.activeElement).toBe(other)
  })

  it('has the focus when its buttons "Show older chats" and "Show all chats" remove themselves', async () => {
    const { chats } = await open([{ title: 'Herons' }], 'more')
    loadOlderChats.mockImplementation(async () => {
      await database().sync.update([userId, 'chats'], { next_cursor: null })
    })
    await press('Show older chats')
    await vi.waitFor(() => expect(() => find('Show older chats')).toThrow())
    await vi.waitFor(() => expect(isListFocused()).toBe(true))
    await interact(() => view.showStatus('saved'))
    await press('Show all chats')
    await vi.waitFor(() => expect(chats()).toHaveLength(1))
    await vi.waitFor(() => expect(isListFocused()).toBe(true))
  })
})

test('the menu of a chat without a title names it as the row does', async () => {
  const { page } = await open([{ title: '' }])
  await openMenu(page, 'New chat')
})
