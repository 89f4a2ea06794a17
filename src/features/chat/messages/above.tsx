import { memo, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { Virtualizer, type VirtualizerHandle } from 'virtua'
import { ListContainer } from '#ui/list-container.tsx'
import type { Row } from './build-rows.ts'
import { renderRow } from './render-row.tsx'

/** Pixels of a row where nothing can be measured. */
const LIKELY = 100

export interface AboveProps {
  list: RefObject<VirtualizerHandle | null>
  scroller: RefObject<HTMLElement | null>
  rows: readonly Row[]
  /** The question that is being edited stays in the page wherever somebody scrolls. */
  edited: string | null
  onScroll: () => void
  onResize: () => void
}

/** The rows above the end of a chat, of which only those near the screen are in the page. */
export const Above = memo(function Above({ list, scroller, rows, edited, onScroll, onResize }: AboveProps) {
  const editedAt = edited === null ? -1 : rows.findIndex(({ key }) => key === edited)
  const [guess] = useState(() => meanHeight(scroller.current))
  const box = useRef<HTMLDivElement>(null)
  // It comes above what is being read, which stays where it is.
  useLayoutEffect(() => {
    if (scroller.current && box.current) scroller.current.scrollTop += box.current.offsetHeight
  }, [scroller])
  return (
    <div ref={box}>
      <Virtualizer
        ref={list}
        as={ListContainer}
        scrollRef={scroller}
        data={rows}
        shift={useShift(rows)}
        itemSize={guess}
        bufferSize={400}
        {...(editedAt < 0 ? {} : { keepMounted: [editedAt] })}
        onScroll={onScroll}
        onResize={onResize}
      >
        {(row) => renderRow(row, false)}
      </Virtualizer>
    </div>
  )
})

/** Of the rows at the end, which are drawn; in pixels. Rows above are thought as high until they are drawn themselves. */
function meanHeight(scroller: HTMLElement | null): number {
  const end = scroller?.firstElementChild
  return (end && end.clientHeight / end.childElementCount) || LIKELY
}

/** True in the one render in which rows were added on top, so that what is being read stays where it is. */
function useShift(rows: readonly Row[]): boolean {
  const before = useRef(rows)
  const first = before.current[0]
  const shift = first !== undefined && rows[0] !== first && rows.some((row, at) => at > 0 && row.key === first.key)
  useLayoutEffect(() => {
    before.current = rows
  }, [rows])
  return shift
}
