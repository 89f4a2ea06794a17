import type { KeyboardEvent } from 'react'

/**
 * Returns whether a key press sends: Ctrl or ⌘ with Enter always; Enter alone when the user's setting says so and the
 * device has no touch keyboard. Never during IME composition: Safari reports the Enter that ends one with keyCode 229.
 */
export function sendsOnEnter(event: KeyboardEvent, enterSends: boolean): boolean {
  if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing || event.keyCode === 229) return false
  if (event.ctrlKey || event.metaKey) return true
  return enterSends && !window.matchMedia('(pointer: coarse)').matches
}
