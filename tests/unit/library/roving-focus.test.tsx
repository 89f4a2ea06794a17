import { useRef } from 'react'
import { expect, test } from 'vitest'
import { useRovingFocus } from '#features/library/list/use-roving-focus.ts'
import { interact, render } from '#support/browser/render.tsx'

const chats = ['a', 'b', 'c'].map((id) => ({ id }))

function List({ current, shown = chats }: { current?: string; shown?: typeof chats }) {
  const list = useRef<HTMLElement>(null)
  const { stop, onKeyDown, onFocus } = useRovingFocus(list, shown, current)
  return (
    <nav ref={list} onKeyDown={onKeyDown} onFocus={onFocus}>
      {shown.map(({ id }) => (
        <div key={id} data-chat={id}>
          <a href={`#${id}`} tabIndex={id === stop ? undefined : -1}>
            {id}
          </a>
          <button type="button" tabIndex={-1}>
            More {id}
          </button>
        </div>
      ))}
    </nav>
  )
}

const stops = (page: HTMLElement) =>
  [...page.querySelectorAll<HTMLElement>('a, button')]
    .filter(({ tabIndex }) => tabIndex === 0)
    .map((one) => one.textContent)
const press = (key: string) =>
  interact(() =>
    document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })),
  )
const focused = () => document.activeElement?.textContent

test('a list is one Tab stop, the open chat or the first one', async () => {
  expect(stops(await render(<List />))).toEqual(['a'])
  expect(stops(await render(<List current="b" />))).toEqual(['b'])
  expect(stops(await render(<List current="gone" />))).toEqual(['a'])
})

test('arrows, Home and End move between the rows and to their menus, and the Tab stop follows', async () => {
  const page = await render(<List current="b" />)
  await interact(() => page.querySelectorAll('a')[1]?.focus())
  const seen: unknown[] = []
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowRight', 'ArrowLeft', 'Home', 'ArrowUp', 'End']) {
    await press(key)
    seen.push(focused())
  }
  expect(seen).toEqual(['c', 'c', 'More c', 'c', 'a', 'a', 'c'])
  expect(stops(page)).toEqual(['c'])
})
