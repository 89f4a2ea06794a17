import { expect, test, vi } from 'vitest'
import { swipeRows } from '#features/library/list/swipe-rows.ts'
import { render } from '#support/browser/render.tsx'

let now = 0

/** Each event is a second after the one before, so that no swipe is a flick. */
function touch(type: string, target: EventTarget, clientX: number): void {
  now += 1000
  const event = new MouseEvent(type, { bubbles: true, clientX, clientY: 100 })
  Object.defineProperties(event, {
    pointerType: { value: 'touch' },
    isPrimary: { value: true },
    pointerId: { value: 1 },
    timeStamp: { value: now },
  })
  target.dispatchEvent(event)
}

async function list() {
  const page = await render(
    <div data-chat="a">
      <a href="#a">A chat</a>
    </div>,
  )
  const row = page.querySelector<HTMLElement>('[data-chat]')
  if (row === null) throw new Error('There is no row')
  Object.defineProperty(row, 'offsetWidth', { value: 300 })
  const onSwipe = vi.fn()
  const stop = swipeRows(page, { label: (action, chatId) => `${action} ${chatId}`, onSwipe })
  const swipe = (to: number, last = 'pointerup') => {
    touch('pointerdown', row, 200)
    touch('pointermove', document, to)
    const { swipe: action, swipeLabel } = row.dataset
    touch(last, document, to)
    return [action, swipeLabel]
  }
  return { row, onSwipe, stop, swipe }
}

test('a row swiped far to the left is deleted, to the right pinned, further archived, and each is named meanwhile', async () => {
  const { row, onSwipe, swipe } = await list()
  expect(swipe(40)).toEqual(['delete', 'delete a'])
  expect(swipe(360)).toEqual(['pin', 'pin a'])
  expect(swipe(410)).toEqual(['archive', 'archive a'])
  expect(onSwipe.mock.calls).toEqual([
    ['delete', 'a'],
    ['pin', 'a'],
    ['archive', 'a'],
  ])
  expect(row.dataset.swipe).toBeUndefined()
})

test('a row returns from a short or cancelled swipe, and is not swiped after the end', async () => {
  const { row, onSwipe, stop, swipe } = await list()
  expect(swipe(150)).toEqual(['delete', 'delete a'])
  swipe(40, 'pointercancel')
  expect(row.dataset.swipe).toBeUndefined()
  stop()
  expect(swipe(40)[0]).toBeUndefined()
  expect(onSwipe).not.toHaveBeenCalled()
})
