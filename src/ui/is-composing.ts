import type { KeyboardEvent } from 'react'

/** Whether a key press belongs to an IME composition: Safari reports the one that ends it with keyCode 229. */
export const isComposing = ({ nativeEvent, keyCode }: KeyboardEvent): boolean =>
  nativeEvent.isComposing || keyCode === 229
