import { type MouseEvent, type PointerEvent, useEffect, useMemo, useRef } from 'react'

const LONG_MS = 450
/** Pixels that a resting finger may move. */
const STILL = 8

/** Props for what a finger or pen may rest on. The press then is no click and opens no menu of the browser's. */
export function useLongPress(onLongPress: () => void) {
  const latest = useRef(onLongPress)
  latest.current = onLongPress
  const press = useRef<{ x: number; y: number; timer: ReturnType<typeof setTimeout> } | null>(null)
  const wasLong = useRef(false)
  useEffect(() => () => clearTimeout(press.current?.timer), [])
  return useMemo(() => {
    const end = () => {
      clearTimeout(press.current?.timer)
      press.current = null
    }
    return {
      onPointerDown: ({ pointerType, isPrimary, clientX: x, clientY: y }: PointerEvent) => {
        wasLong.current = false
        if (pointerType === 'mouse' || !isPrimary) return end()
        const timer = setTimeout(() => {
          wasLong.current = true
          latest.current()
        }, LONG_MS)
        press.current = { x, y, timer }
      },
      onPointerMove: ({ clientX, clientY }: PointerEvent) => {
        if (press.current && Math.hypot(clientX - press.current.x, clientY - press.current.y) > STILL) end()
      },
      onPointerUp: end,
      onPointerCancel: end,
      onContextMenu: (event: MouseEvent) => {
        if (press.current || wasLong.current) event.preventDefault()
      },
      onClickCapture: (event: MouseEvent) => {
        if (!wasLong.current) return
        wasLong.current = false
        event.preventDefault()
        event.stopPropagation()
      },
    }
  }, [])
}
