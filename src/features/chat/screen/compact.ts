/** A touch screen, or a window too narrow for the row of buttons under an answer. */
export const COMPACT = '(pointer: coarse), (max-width: 35rem)'
