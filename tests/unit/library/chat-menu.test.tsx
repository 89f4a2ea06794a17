import 'fake-indexeddb/auto'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { expect, test, vi } from 'vitest'
import { ChatMenu } from '#features/library/chat-menu/chat-menu.tsx'
import { database } from '#offline/database/database.ts'
import type { ChatRow } from '#offline/database/rows.ts'
import { newId } from '#offline/outbox/new-entry.ts'
import { interact, render } from '#support/browser/render.tsx'
import { MenuItem } from '#ui/menu/menu-item.tsx'

test('an open menu keeps its items in their place when the chat is read from the database meanwhile', async () => {
  const chatId = newId()
  const component = () => <ChatMenu userId={7} chatId={chatId} items={<MenuItem onSelect={() => {}}>Own</MenuItem>} />
  const router = createRouter({ routeTree: createRootRoute({ component }), history: createMemoryHistory() })
  await router.load()
  const page = await render(<RouterProvider router={router as never} />)
  const items = () => [...document.querySelectorAll('[role=menuitem]')]
  const find = (name: string) => items().find(({ textContent }) => textContent === name)
  await interact(() => page.querySelector<HTMLElement>('[aria-haspopup=menu]')?.click())
  await vi.waitFor(() => expect(find('Own')).toBeDefined())
  expect(find('Pin')).toBeUndefined()
  const own = find('Own')
  await database().chats.put({
    userId: 7,
    id: chatId,
    title: 'Here',
    local: false,
    tags: [],
    folder: '',
  } as unknown as ChatRow)
  await vi.waitFor(() => expect(find('Pin')).toBeDefined())
  // The same element: a press that has begun on it still ends on it.
  expect(items()[0]).toBe(own)
})
