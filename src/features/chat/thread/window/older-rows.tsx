import { createContext, memo, type RefAttributes, type RefObject, use, useLayoutEffect, useRef, useState } from 'react'
import { type CustomContainerComponentProps, Virtualizer, type VirtualizerHandle } from 'virtua'
import { ListContainer } from '#ui/layout/virtual-list-container.tsx'
import type { Row } from '../rows/build-rows.ts'
import { idOf, renderRow } from '../rows/render-row.tsx'

/** Pixels of a row where nothing can be measured. */
const LIKELY = 100

export interface OlderRowsProps {
  list: RefObject<VirtualizerHandle | null>
  scroller: RefObject<HTMLElement | null>
  rows: readonly Row[]
  /** The question that is being edited stays in the page wherever somebody scrolls. */
  edited: string | null
  onResize: () => void
}

const List = createContext<RefObject<VirtualizerHandle | null>>({ current: null })

/** The rows above the end of a chat, of which only those near the screen are in the page. */
export const OlderRows = memo(function OlderRows({ list, scroller, rows, edited, onResize }: OlderRowsProps) {
  const editedAt = edited === null ? -1 : rows.findIndex(({ key }) => key === edited)
  const [guess] = useState(() => likelyHeight(scroller.current))
  const box = useRef<HTMLDivElement>(null)
  // It comes above what is being read, which stays where it is.
  useLayoutEffect(() => {
    if (scroller.current && box.current) scroller.current.scrollTop += box.current.offsetHeight
  }, [scroller])
  return (
    <div ref={box}>
      <List value={list}>
        <Virtualizer
          ref={list}
          as={Container}
          scrollRef={scroller}
          data={rows}
          shift={useShift(rows)}
          itemSize={guess}
          bufferSize={400}
          {...(editedAt < 0 ? {} : { keepMounted: [editedAt] })}
          onResize={onResize}
        >
          {(row) => renderRow(row, false)}
        </Virtualizer>
      </List>
    </div>
  )
})

/**
 * On iOS, where a scroll must not be moved under a finger, the virtualizer draws its rows aside until it is over, but
 * says its whole height (virtua 0.54). What stands below goes aside with them.
 */
function Container({ style, ...rest }: CustomContainerComponentProps & RefAttributes<HTMLDivElement>) {
  const offset = use(List).current?.getItemOffset(0) ?? 0
  return <ListContainer {...rest} style={offset === 0 ? style : { ...style, marginBlockEnd: offset }} />
}

/** The middle one of the rows at the end, which are drawn; in pixels. Those above count as high until they are drawn. */
function likelyHeight(scroller: HTMLElement | null): number {
  const heights = [...(scroller?.firstElementChild?.children ?? [])].map(({ clientHeight }) => clientHeight)
  return heights.sort((a, b) => a - b)[heights.length >> 1] || LIKELY
}

/** True in the one render in which rows were added on top, so that what is being read stays where it is. */
function useShift(rows: readonly Row[]): boolean {
  const before = useRef(rows)
  const [first] = before.current
  const [top] = rows
  const shift = first !== undefined && top !== undefined && idOf(top) !== idOf(first) && holds(rows, first)
  useLayoutEffect(() => {
    before.current = rows
  }, [rows])
  return shift
}

const holds = (rows: readonly Row[], row: Row): boolean => rows.some((each) => idOf(each) === idOf(row))
