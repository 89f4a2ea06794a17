import { useEffect, useRef } from 'react'

/**
 * Calls `work` when the focus leaves, but never between a press and its click: what it adds would move the pressed
 * button away from under the pointer.
 */
export function useSettledBlur(work: () => void): () => void {
  const pressed = useRef(false)
  const waiting = useRef(false)
  const latest = useRef(work)
  latest.current = work

  useEffect(() => {
    const settle = () => {
      if (!waiting.current) return
      waiting.current = false
      latest.current()
    }
    const press = () => {
      pressed.current = true
    }
    // A click follows in the same moment, if one follows at all.
    const release = () => {
      pressed.current = false
      setTimeout(settle)
    }
    const listeners = [
      ['pointerdown', press],
      ['pointerup', release],
      ['pointercancel', release],
      ['click', settle],
    ] as const
    for (const [type, listener] of listeners) window.addEventListener(type, listener, { capture: true })
    return () => {
      for (const [type, listener] of listeners) window.removeEventListener(type, listener, { capture: true })
    }
  }, [])

  return () => {
    if (pressed.current) waiting.current = true
    else latest.current()
  }
}
