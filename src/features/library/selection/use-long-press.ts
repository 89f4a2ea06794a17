import { type PointerEvent, useEffect, useMemo, useRef } from 'react'
import { suppressPress } from '#lib/browser/suppress-press.ts'

const LONG_MS = 450
/** The pixels by which a finger may move during a long press. */
const STILL = 8

/** Returns props that detect a long press by touch or pen; its click and context menu are suppressed. */
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
          suppressPress()
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
