import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { ChatItem, type ChatItemProps } from '#features/library/list/chat-item.tsx'
import { createStore } from '#lib/store.ts'
import { interact, render } from '#support/browser/render.tsx'

const now = new Date(2026, 4, 10, 9, 0)
const chat = {
  id: '0198f3a0-0000-7000-8000-000000000001',
  title: 'A garden in May',
  last_message_at: new Date(2026, 4, 9, 8, 0).toISOString(),
  folder: null,
  tags: [],
  is_saved: false,
  expires_at: new Date(2026, 4, 13, 8, 0).toISOString(),
}

async function show(more: Partial<ChatItemProps> = {}) {
  const onSelect = vi.fn()
  const own = { userId: 7, chat, now, current: false, replace: false, selected: null, onSelect }
  const props = { ...own, scrollingFast: createStore(false), ...more }
  let setProps: (props: ChatItemProps) => void = () => {}
  function Item() {
    const [shown, set] = useState<ChatItemProps>(props)
    setProps = set
    return <ChatItem {...shown} />
  }
  const root = createRootRoute({ component: Item })
  const open = createRoute({ getParentRoute: () => root, path: '/chat/$chatId' })
  const history = createMemoryHistory({ initialEntries: ['/chat/new'] })
  const router = createRouter({ routeTree: root.addChildren([open]), history })
  await router.load()
  const page = await render(<RouterProvider router={router as never} />)
  await vi.waitFor(() => expect(page.textContent).toContain(chat.title))
  const click = (target: Element | null, keys: MouseEventInit = {}) =>
    interact(() => target?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ...keys })))
  const change = (next: Partial<ChatItemProps>) => interact(() => setProps({ ...props, ...next }))
  return { page, link: page.querySelector('a'), click, change, onSelect, path: () => router.history.location.pathname }
}

test('a chat shows its remaining days, and a click opens it', async () => {
  const { page, link, click, onSelect, path } = await show()
  expect(page.textContent).toContain('3 days left')
  expect(link?.getAttribute('href')).toBe(`/chat/${chat.id}`)
  await click(link)
  await vi.waitFor(() => expect(path()).toBe(`/chat/${chat.id}`))
  expect(onSelect).not.toHaveBeenCalled()
})

test('a chat that is rendered during fast scrolling shows its details when the scrolling stops, and the others keep theirs', async () => {
  const scrollingFast = createStore(true)
  const { page } = await show({ scrollingFast })
  expect(page.textContent).toBe(chat.title)
  await interact(() => scrollingFast.set(false))
  expect(page.textContent).toContain('3 days left')
  await interact(() => scrollingFast.set(true))
  expect(page.textContent).toContain('3 days left')
  expect((await show({ scrollingFast: createStore(false) })).page.textContent).toContain('3 days left')
})

test('a click with Ctrl or Shift selects a chat and opens nothing', async () => {
  const { link, click, onSelect, path } = await show()
  await click(link, { ctrlKey: true })
  await click(link, { shiftKey: true })
  expect(onSelect.mock.calls).toEqual([
    [chat.id, { range: false }],
    [chat.id, { range: true }],
  ])
  expect(path()).toBe('/chat/new')
})

test('the menu of a chat is rendered on focus, so that a long list has none', async () => {
  const { page, link } = await show()
  expect(page.querySelector('button')).toBeNull()
  await interact(() => link?.focus())
  expect(page.querySelector('button')?.getAttribute('aria-label')).toBe('More: A garden in May')
})

test('a chat in selection mode is a checkbox with its title, and a Shift click extends the selection to it', async () => {
  const { page, click, onSelect } = await show({ selected: true })
  const box = page.querySelector<HTMLInputElement>('label input[type="checkbox"]')
  expect(box?.checked).toBe(true)
  expect(page.querySelector('a')).toBeNull()
  await click(box, { shiftKey: true })
  await click(box)
  expect(onSelect.mock.calls).toEqual([
    [chat.id, { range: true }],
    [chat.id, { range: false }],
  ])
})

test('a long press selects a chat, and the click that follows it is ignored', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const { link, click, onSelect, path } = await show()
    const down = { bubbles: true, pointerType: 'touch', isPrimary: true, clientX: 10, clientY: 10 }
    await interact(() => link?.dispatchEvent(new PointerEvent('pointerdown', down)))
    await interact(() => vi.advanceTimersByTime(500))
    expect(onSelect.mock.calls).toEqual([[chat.id, { range: false }]])
    await click(link)
    expect(path()).toBe('/chat/new')
    await interact(() => link?.dispatchEvent(new PointerEvent('pointerdown', down)))
    await interact(() => link?.dispatchEvent(new PointerEvent('pointermove', { ...down, clientY: 40 })))
    await interact(() => vi.advanceTimersByTime(500))
    expect(onSelect).toHaveBeenCalledOnce()
  } finally {
    vi.useRealTimers()
  }
})

test('the row of the open chat has an outline in forced colours, which replace its background', async () => {
  const { page } = await show({ current: true })
  const file = join(import.meta.dirname, '../../../src/features/library/list/chat-item.module.css')
  const [, rules = ''] = readFileSync(file, 'utf8').split('@media (forced-colors: active)')
  const [, selector, style] = /{\s*\.row(\S+) \{([^}]*)\}/.exec(rules) ?? expect.fail('no rule for forced colours')
  expect(page.querySelector(selector ?? '')?.textContent).toContain(chat.title)
  expect(style).toContain('outline: 2px solid Highlight')
})
