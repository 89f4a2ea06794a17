import type { RefAttributes } from 'react'
import type { CustomItemComponentProps } from 'virtua'

/**
 * Where a row stands. The virtualizer hides what it has not measured yet and then shows it, which is all of it styled
 * twice in one frame; these rows are as high as it guesses.
 */
export function RowSlot({ style, index: _, ref, children }: CustomItemComponentProps & RefAttributes<HTMLDivElement>) {
  return (
    <div ref={ref} style={{ ...style, visibility: undefined }}>
      {children}
    </div>
  )
}
