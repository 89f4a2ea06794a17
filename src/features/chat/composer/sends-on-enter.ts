import type { KeyboardEvent } from 'react'
import { isComposing } from '#ui/is-composing.ts'

/**
 * Returns whether a key press sends: Ctrl or ⌘ with Enter always; Enter alone when the user's setting says so and the
 * device has no touch keyboard. Never during IME composition.
 */
export function sendsOnEnter(event: KeyboardEvent, enterSends: boolean): boolean {
  if (event.key !== 'Enter' || event.shiftKey || isComposing(event)) return false
  if (event.ctrlKey || event.metaKey) return true
  return enterSends && !window.matchMedia('(pointer: coarse)').matches
}
