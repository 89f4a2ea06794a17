import type { RefAttributes } from 'react'
import type { CustomItemComponentProps } from 'virtua'

/**
 * A row without the virtualizer's `visibility: hidden` before measuring, which would style each row twice in a frame;
 * the rows have the estimated height.
 */
export function VirtualRow({
  style,
  index: _,
  ref,
  children,
}: CustomItemComponentProps & RefAttributes<HTMLDivElement>) {
  return (
    <div ref={ref} style={{ ...style, visibility: undefined }}>
      {children}
    </div>
  )
}
