import { hasOpenPopup } from '#lib/browser/has-open-popup.ts'
import { isGoingBack } from '#lib/routing/go-back-once.ts'

/**
 * Which of the keys that work on every screen was pressed; null for any other, for what is typed into a field, and
 * while something is open, and not about to close, that has keys of its own. The chat has more of them: `/` and Esc.
 */
export function pressedKey(event: KeyboardEvent): 'search' | 'new' | 'keys' | null {
  if (event.defaultPrevented || event.isComposing || event.altKey) return null
  const name = nameKey(event)
  return hasOpenPopup() && !isGoingBack() ? null : name
}

function nameKey({ key, shiftKey, ctrlKey, metaKey, target }: KeyboardEvent): 'search' | 'new' | 'keys' | null {
  if (ctrlKey || metaKey) {
    if (key.toLowerCase() === 'k' && !shiftKey) return 'search'
    return key.toLowerCase() === 'o' && shiftKey ? 'new' : null
  }
  const isField =
    target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))
  return key === '?' && !isField ? 'keys' : null
}
