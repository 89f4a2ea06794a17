import { useEffect, useRef } from 'react'
import { hasOpenPopup } from '#lib/browser/has-open-popup.ts'
import { isComposing } from './is-composing.ts'

/** Calls `act` when a key press matches, wherever the focus is, unless a dialog or menu is open. */
export function useShortcut(matches: (event: KeyboardEvent) => boolean, act: () => void): void {
  const latest = useRef({ matches, act })
  latest.current = { matches, act }
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || isComposing(event) || !latest.current.matches(event)) return
      if (hasOpenPopup()) return
      event.preventDefault()
      latest.current.act()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}

/** Returns whether a key press or a paste enters text into a field. */
export function isTyping({ target }: Event): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))
}
