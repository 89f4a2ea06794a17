import { hasOpenPopup } from '#lib/browser/has-open-popup.ts'
import { isGoingBack } from '#lib/routing/go-back-once.ts'

/**
 * Returns which global shortcut was pressed; null for any other key, for text typed into a field, and while an overlay
 * with its own keys is open and not closing. The chat handles more: `/` and Esc.
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
