import { type PointerEvent, useEffect, useMemo, useRef } from 'react'

const LONG_MS = 450
/** Pixels that a resting finger may move. */
const STILL = 8

/** Props for what a finger or pen may rest on. The press then is no click and opens no menu of the browser's. */
export function useLongPress(onLongPress: () => void) {
  const latest = useRef(onLongPress)
  latest.current = onLongPress
  const press = useRef<{ x: number; y: number; timer: ReturnType<typeof setTimeout> } | null>(null)
  useEffect(() => () => clearTimeout(press.current?.timer), [])
  return useMemo(() => {
    const end = () => {
      clearTimeout(press.current?.timer)
      press.current = null
    }
    return {
      onPointerDown: ({ pointerType, isPrimary, clientX: x, clientY: y }: PointerEvent) => {
        end()
        if (pointerType === 'mouse' || !isPrimary) return
        const timer = setTimeout(() => {
          swallowPress()
          latest.current()
        }, LONG_MS)
        press.current = { x, y, timer }
      },
      onPointerMove: ({ clientX, clientY }: PointerEvent) => {
        if (press.current && Math.hypot(clientX - press.current.x, clientY - press.current.y) > STILL) end()
      },
      onPointerUp: end,
      onPointerCancel: end,
    }
  }, [])
}

/** What the press yet brings is nobody's, though what lies under the finger may have changed; the next press is anyone's. */
function swallowPress(): void {
  const done = new AbortController()
  const swallow = (event: Event) => {
    event.preventDefault()
    event.stopPropagation()
  }
  const how = { capture: true, signal: done.signal }
  document.addEventListener('click', swallow, how)
  document.addEventListener('contextmenu', swallow, how)
  document.addEventListener('pointerdown', () => done.abort(), how)
}
