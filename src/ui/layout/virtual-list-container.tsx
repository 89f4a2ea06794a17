import type { RefAttributes } from 'react'
import type { CustomContainerComponentProps } from 'virtua'

/**
 * What holds the rows of a virtualizer, which turns pointers off for as long as it scrolls: a press in that moment, or
 * one in which the list moves by a pixel, would be nobody's.
 */
export function ListContainer({ style, ...rest }: CustomContainerComponentProps & RefAttributes<HTMLDivElement>) {
  return <div {...rest} style={{ ...style, pointerEvents: undefined }} />
}
