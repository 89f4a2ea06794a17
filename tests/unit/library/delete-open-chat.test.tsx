import 'fake-indexeddb/auto'
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { expect, test, vi } from 'vitest'
import { useChatCommands } from '#features/library/chat-menu/use-chat-commands.ts'
import { database } from '#offline/database/database.ts'
import type { ChatRow } from '#offline/database/rows.ts'
import { newId } from '#offline/outbox/new-entry.ts'
import { interact, render } from '#support/browser/render.tsx'
import { Toaster } from '#ui/feedback/toaster.tsx'

/** The page after the deletion of the open chat, which has led to another page. */
async function deleteOpen() {
  const chatId = newId()
  await database().chats.put({ userId: 7, id: chatId, title: 'Here', local: false } as ChatRow)
  let remove = () => {}
  const root = createRootRoute({
    component: () => {
      const actions = useChatCommands(7)
      remove = () => actions.remove([chatId], chatId)
      return <Toaster />
    },
  })
  const places = ['/chat', '/chat/$chatId'].map((path) => createRoute({ getParentRoute: () => root, path }))
  const history = createMemoryHistory({ initialEntries: [`/chat/${chatId}`] })
  const router = createRouter({ routeTree: root.addChildren(places), history })
  await router.load()
  const page = await render(<RouterProvider router={router as never} />)
  const path = () => router.latestLocation.pathname
  await interact(() => remove())
  await vi.waitFor(() => expect(path()).toBe('/chat'))
  const undo = async () => {
    const find = () => [...page.querySelectorAll('button')].find(({ textContent }) => textContent === 'Undo')
    await vi.waitFor(() => expect(find()).toBeDefined())
    await interact(() => find()?.click())
    await vi.waitFor(async () => expect(await database().chats.get([7, chatId])).toBeDefined())
    await vi.waitFor(() => expect(find()).toBeUndefined())
  }
  const go = (to: string) => interact(() => router.history.push(to))
  return { chat: chatId, path, undo, go }
}

test('Undo returns to a deleted chat when the user has stayed where the deletion led', async () => {
  const { chat: chatId, path, undo } = await deleteOpen()
  await undo()
  await vi.waitFor(() => expect(path()).toBe(`/chat/${chatId}`))
})

test('Undo stays in another chat when the user has gone there', async () => {
  const { path, undo, go } = await deleteOpen()
  await go('/chat/other')
  await vi.waitFor(() => expect(path()).toBe('/chat/other'))
  await undo()
  expect(path()).toBe('/chat/other')
})
