import { expect, test, vi } from 'vitest'
import { followSwipe } from '#lib/browser/follow-swipe.ts'

type Point = [x: number, y: number, at: number]

function event(type: string, [clientX, clientY, at]: Point, more: Partial<PointerEvent> = {}): PointerEvent {
  const pointer = new MouseEvent(type, { bubbles: true, clientX, clientY })
  return Object.defineProperties(
    pointer,
    Object.fromEntries(
      Object.entries({ pointerType: 'touch', isPrimary: true, pointerId: 1, timeStamp: at, ...more }).map(
        ([name, value]) => [name, { value }],
      ),
    ),
  ) as unknown as PointerEvent
}

/** Moves a finger from the first point to the last; returns what the swipe reported. */
function swipe(axis: 'x' | 'y', points: readonly Point[], last = 'pointerup', more: Partial<PointerEvent> = {}) {
  const [onMove, onEnd, onCancel] = [vi.fn(), vi.fn(), vi.fn()]
  const [first = [0, 0, 0], ...others] = points
  followSwipe(event('pointerdown', first, more), { axis, onMove, onEnd, onCancel })
  for (const point of others) document.dispatchEvent(event('pointermove', point))
  document.dispatchEvent(event(last, points.at(-1) ?? first))
  document.dispatchEvent(event('pointermove', [500, 500, 9000]))
  return {
    moved: onMove.mock.calls.map(([distance]) => distance),
    ended: onEnd.mock.calls,
    cancelled: onCancel.mock.calls.length,
  }
}

test('a straight movement is a swipe, and tells where it is and how it ends', () => {
  const slow: Point[] = [
    [200, 100, 0],
    [195, 101, 100],
    [150, 105, 400],
    [100, 110, 800],
  ]
  expect(swipe('x', slow)).toEqual({ moved: [-50, -100], ended: [[-100, false]], cancelled: 0 })
  expect(
    swipe('y', [
      [200, 100, 0],
      [202, 160, 30],
    ]),
  ).toEqual({ moved: [60], ended: [[60, true]], cancelled: 0 })
  expect(
    swipe('x', [
      [200, 100, 0],
      [300, 100, 50],
      [280, 100, 60],
    ]).ended,
  ).toEqual([[80, false]])
})

test('a scroll, a press, a mouse and the gesture of the browser to go back are no swipes', () => {
  const nothing = { moved: [], ended: [], cancelled: 0 }
  expect(
    swipe('x', [
      [200, 100, 0],
      [203, 130, 30],
      [300, 140, 60],
    ]),
  ).toEqual(nothing)
  expect(
    swipe('x', [
      [200, 100, 0],
      [205, 102, 30],
    ]),
  ).toEqual(nothing)
  expect(
    swipe(
      'x',
      [
        [200, 100, 0],
        [100, 100, 30],
      ],
      'pointerup',
      { pointerType: 'mouse' },
    ),
  ).toEqual(nothing)
  expect(
    swipe('x', [
      [5, 100, 0],
      [200, 100, 30],
    ]),
  ).toEqual(nothing)
})

test('the click of a swipe is suppressed, and the next press clicks again', () => {
  const onClick = vi.fn()
  document.addEventListener('click', onClick)
  swipe('x', [
    [200, 100, 0],
    [100, 100, 30],
  ])
  document.body.dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 1 }))
  expect(onClick).not.toHaveBeenCalled()
  document.dispatchEvent(event('pointerdown', [0, 0, 100]))
  document.body.dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 1 }))
  expect(onClick).toHaveBeenCalledOnce()
  document.removeEventListener('click', onClick)
})

test('a swipe that the browser takes over is cancelled', () => {
  expect(
    swipe(
      'x',
      [
        [200, 100, 0],
        [100, 100, 30],
      ],
      'pointercancel',
    ),
  ).toEqual({ moved: [-100], ended: [], cancelled: 1 })
})
