import type { KeyboardEvent } from 'react'

/**
 * Whether a key press sends: Enter when the person wants it so and does not type on glass, Ctrl or ⌘ with Enter always.
 * Never in a composition: keyCode 229 is Safari, which ends one before it reports the Enter that ended it.
 */
export function sendsOnEnter(event: KeyboardEvent, enterSends: boolean): boolean {
  if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing || event.keyCode === 229) return false
  if (event.ctrlKey || event.metaKey) return true
  return enterSends && !window.matchMedia('(pointer: coarse)').matches
}
