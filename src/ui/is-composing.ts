import type { KeyboardEvent as ReactKeyboardEvent } from 'react'

/** Whether a key press belongs to an IME composition: Safari reports the one that ends it with keyCode 229. */
export const isComposing = (event: KeyboardEvent | ReactKeyboardEvent): boolean =>
  ('nativeEvent' in event ? event.nativeEvent : event).isComposing || event.keyCode === 229
