import 'fake-indexeddb/auto'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { expect, it, vi } from 'vitest'
import { ChatMenu } from '#features/library/chat-menu/chat-menu.tsx'
import { database } from '#offline/database/database.ts'
import type { ChatRow } from '#offline/database/rows.ts'
import { newId } from '#offline/outbox/new-entry.ts'
import { interact, render } from '#support/browser/render.tsx'
import { MenuItem } from '#ui/menu/menu-item.tsx'

it('the menu of a chat stays open when the chat is read from the database meanwhile', async () => {
  const chatId = newId()
  const component = () => <ChatMenu userId={7} chatId={chatId} items={<MenuItem onSelect={() => {}}>Own</MenuItem>} />
  const router = createRouter({ routeTree: createRootRoute({ component }), history: createMemoryHistory() })
  await router.load()
  const page = await render(<RouterProvider router={router as never} />)
  const find = (name: string) =>
    [...document.querySelectorAll('[role=menuitem]')].find(({ textContent }) => textContent === name)
  await interact(() => page.querySelector<HTMLElement>('[aria-haspopup=menu]')?.click())
  await vi.waitFor(() => expect(find('Own')).toBeDefined())
  expect(find('Pin')).toBeUndefined()
  await database().chats.put({
    userId: 7,
    id: chatId,
    title: 'Here',
    local: false,
    tags: [],
    folder: '',
  } as unknown as ChatRow)
  await vi.waitFor(() => expect(find('Pin')).toBeDefined())
  expect(find('Own')).toBeDefined()
})
