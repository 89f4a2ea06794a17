import { useEffect, useRef } from 'react'

/**
 * Calls `work` on blur, but not between a press and its click: added chips would move the pressed button away from the
 * pointer.
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
    // A click, if any, fires before the timer.
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
