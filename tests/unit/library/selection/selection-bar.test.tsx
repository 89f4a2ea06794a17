import 'fake-indexeddb/auto'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { expect, test } from 'vitest'
import { SelectionBar } from '#features/library/selection/selection-bar.tsx'
import { activateLanguage } from '#i18n/i18n.ts'
import type { ListedChat } from '#offline/chats/chat-listing.ts'
import { interact, render } from '#support/browser/render.tsx'

test.each([
  ['to be saved and archived', false],
  ['saved and archived', true],
])('the name of each action for chats that are %s contains its visible text', async (_, isDone) => {
  const chat = { id: 'herons', is_saved: isDone, is_archived: isDone } as ListedChat
  const component = () => <SelectionBar userId={7} selected={[chat]} current={undefined} onEnd={() => undefined} />
  const router = createRouter({ routeTree: createRootRoute({ component }), history: createMemoryHistory() })
  await router.load()
  const page = await render(<RouterProvider router={router as never} />)
  const buttons = [...page.querySelectorAll('button')]
  expect(buttons).toHaveLength(5)
  for (const language of ['en', 'es'] as const) {
    await interact(() => activateLanguage(language))
    for (const button of buttons) {
      expect(button.getAttribute('aria-label')?.toLowerCase()).toContain(button.textContent?.toLowerCase())
    }
  }
})
