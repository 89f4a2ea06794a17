import { createContext, memo, type RefAttributes, type RefObject, use, useLayoutEffect, useRef, useState } from 'react'
import { type CustomContainerComponentProps, Virtualizer, type VirtualizerHandle } from 'virtua'
import { VirtualListContainer } from '#ui/layout/virtual-list-container.tsx'
import type { Row } from '../rows/build-rows.ts'
import { idOf, renderRow } from '../rows/render-row.tsx'
import { estimateHeight } from './estimate-height.ts'

/** As in most rows at the usual text size. */
const likely = { lineHeight: 26, around: 48, character: 7.5 }
/** The estimate uses the rendered rows if they are at least this many, else the texts of the newest `SAMPLE` rows. */
const RENDERED_MIN = 5
const SAMPLE = 50

export interface OlderRowsProps {
  list: RefObject<VirtualizerHandle | null>
  scroller: RefObject<HTMLElement | null>
  rows: readonly Row[]
  /** The question that is being edited stays mounted at any scroll position. */
  edited: string | null
  onResize: () => void
}

const List = createContext<RefObject<VirtualizerHandle | null>>({ current: null })

/** The virtualised rows above the end of a chat. */
export const OlderRows = memo(function OlderRows({ list, scroller, rows, edited, onResize }: OlderRowsProps) {
  const editedAt = edited === null ? -1 : rows.findIndex(({ key }) => key === edited)
  const [guess] = useState(() => likelyHeight(scroller.current, rows))
  const box = useRef<HTMLDivElement>(null)
  // Inserting rows above the visible ones must not move those.
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
 * During a scroll on iOS, the virtualizer shifts its rows but reports their full height, because a scroll position must
 * not change under a finger (virtua 0.54). The rows below it are shifted in the same way.
 */
function Container({ style, ...rest }: CustomContainerComponentProps & RefAttributes<HTMLDivElement>) {
  const offset = use(List).current?.getItemOffset(0) ?? 0
  return <VirtualListContainer {...rest} style={offset === 0 ? style : { ...style, marginBlockEnd: offset }} />
}

/**
 * Returns the estimate for rows that are not rendered yet, in pixels: one size for all, so a median. It is that of the
 * rendered rows at the end; one or two long answers represent nothing, so then it is estimated by the texts.
 */
function likelyHeight(scroller: HTMLElement | null, rows: readonly Row[]): number {
  const rendered = [...(scroller?.firstElementChild?.children ?? [])].map(({ clientHeight }) => clientHeight)
  const heights =
    rendered.length < RENDERED_MIN ? rows.slice(-SAMPLE).map((row) => estimateHeight(row, likely)) : rendered
  return heights.sort((a, b) => a - b)[heights.length >> 1] ?? likely.around
}

/** Returns true in the one render in which rows were added at the top, so that visible rows stay in place. */
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
