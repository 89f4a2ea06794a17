import 'fake-indexeddb/auto'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { expect, test, vi } from 'vitest'
import { StashedDraftBar } from '#features/chat/composer/stashed-draft-bar.tsx'
import { Palette } from '#features/search/palette.tsx'
import { FactItem } from '#features/settings/profile/fact-item.tsx'
import { UnsentItem } from '#features/settings/sync/unsent/unsent-item.tsx'
import { render } from '#support/browser/render.tsx'
import { messageEntry } from '#support/device/outbox-entry.ts'
import { makeUser } from '#support/users/make-user.ts'
import { TextArea, TextInput } from '#ui/input/text-input.tsx'

const ignore = () => {}
const text = 'أحب النحل'

test("texts of the user have their own direction, whatever that of the app's language", async () => {
  const message = messageEntry(crypto.randomUUID())
  const entry = { ...message, body: { ...message.body, content: text } }
  const page = await render(
    <>
      <FactItem fact={{ id: crypto.randomUUID(), text, created_at: '' }} onForget={ignore} />
      <StashedDraftBar text={text} onUse={ignore} onDelete={ignore} />
      <UnsentItem
        entry={entry}
        title={text}
        hasChat={false}
        isOnline={true}
        heading={{ current: null }}
        onRetry={ignore}
        onDiscard={ignore}
      />
    </>,
  )
  const shown = [...page.querySelectorAll('[dir="auto"]')].map(({ textContent }) => textContent)
  expect(shown).toEqual([text, text, text, text])
})

test('what a user writes has its own direction in the fields for it, and addresses and passwords have none', async () => {
  const page = await render(
    <>
      <TextInput aria-label="name" />
      <TextInput aria-label="search" type="search" />
      <TextArea aria-label="reason" />
      <TextInput aria-label="email" type="email" />
      <TextInput aria-label="password" type="password" />
    </>,
  )
  const fields = [...page.querySelectorAll('input, textarea')]
  expect(fields.filter((field) => field.getAttribute('dir') === 'auto').map(({ ariaLabel }) => ariaLabel)).toEqual([
    'name',
    'search',
    'reason',
  ])
  expect(fields.filter((field) => !field.hasAttribute('dir')).length).toBe(2)
})

test('what a user searches for has its own direction', async () => {
  const component = () => <Palette user={makeUser(7)} open showKeys={ignore} logOut={ignore} />
  const router = createRouter({ routeTree: createRootRoute({ component }), history: createMemoryHistory() })
  await router.load()
  await render(<RouterProvider router={router as never} />)
  const field = () => document.querySelector('input[role="combobox"]')
  await vi.waitFor(() => expect(field()).not.toBeNull())
  expect(field()?.getAttribute('dir')).toBe('auto')
})
