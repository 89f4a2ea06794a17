import { expect, test, vi } from 'vitest'
import { ApiError } from '#api/errors.ts'
import type { SharedChat } from '#contract/objects/shared-chat.ts'
import { SharedChats } from '#features/settings/sessions/shared-chats.tsx'
import { adopt } from '#session/state/session-atom.ts'
import { interact, render } from '#support/browser/render.tsx'
import { makeAuthenticated } from '#support/users/make-user.ts'

const { call } = vi.hoisted(() => ({ call: vi.fn() }))
vi.mock('#session/api.ts', () => ({ api: { call } }))
vi.mock('#data/query-client.ts', async () => {
  const { QueryClient } = await import('@tanstack/react-query')
  return { queryClient: new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' } } }) }
})

const shared: SharedChat = {
  ...{ chat: crypto.randomUUID(), title: 'Otters', url: 'https://companion.example/s/1', messages: 2 },
  ...{ created_at: '2026-11-21T12:00:00.000Z', expires_at: null, with_author: false, with_scores: true },
}

test('shared chats that cannot be loaded are not shown as none', async () => {
  call.mockRejectedValueOnce(new TypeError('Failed to fetch')).mockResolvedValue({ results: [shared] })
  const page = await render(<SharedChats userId={7} />)
  await vi.waitFor(() => expect(page.querySelector('button')?.textContent).toBe('Try again'))
  expect(page.textContent).toContain('Shared chats')
  await interact(() => page.querySelector('button')?.click())
  await vi.waitFor(() => expect(page.querySelector('a')?.textContent).toBe('Otters'))
})

test('a suspended user reads that the links show nothing', async () => {
  call.mockResolvedValue({ results: [shared] })
  const page = await render(<SharedChats userId={7} />)
  await vi.waitFor(() => expect(page.textContent).toContain('Anyone with the link can read them.'))
  const { user, ...tokens } = makeAuthenticated(7)
  const suspended = { since: '2026-11-22T12:00:00.000Z', reason: 'Advertising' }
  const session = { ...tokens, user: { ...user, suspended }, generation: 1 }
  await interact(() => adopt({ generation: 1, session }, { mirror: false }))
  expect(page.textContent).toContain('While your account is suspended, the links show nothing.')
  expect(page.textContent).not.toContain('Anyone')
})

test('a link whose chat another device has deleted ends without an error, and leaves the list', async () => {
  let isDeleted = false
  call.mockImplementation(async ({ method }: { method: string }) => {
    if (method !== 'DELETE') return { results: isDeleted ? [] : [shared] }
    isDeleted = true
    throw new ApiError({ status: 404, code: 'not_found', message: 'No such chat', recognised: true })
  })
  const page = await render(<SharedChats userId={7} />)
  const press = async (label: string) => {
    const find = () => [...document.querySelectorAll('button')].findLast(({ textContent }) => textContent === label)
    await vi.waitFor(() => expect(find()).toBeDefined())
    await interact(() => find()?.click())
  }
  await press('Stop sharing')
  await vi.waitFor(() => expect(document.querySelector('[role="alertdialog"]')).not.toBeNull())
  await press('Stop sharing')
  await vi.waitFor(() => expect(page.querySelector('a')).toBeNull())
  await vi.waitFor(() => expect(document.querySelector('[role="alertdialog"]')).toBeNull())
})
