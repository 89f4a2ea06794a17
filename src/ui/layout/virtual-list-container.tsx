import type { RefAttributes } from 'react'
import type { CustomContainerComponentProps } from 'virtua'

/**
 * The container of virtualised rows, without the virtualizer's `pointer-events: none` during scrolling: a press at that
 * moment would be lost.
 */
export function VirtualListContainer({
  style,
  ...rest
}: CustomContainerComponentProps & RefAttributes<HTMLDivElement>) {
  return <div {...rest} style={{ ...style, pointerEvents: undefined }} />
}
