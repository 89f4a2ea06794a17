import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactElement, type RefAttributes, useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import { type CustomContainerComponentProps, Virtualizer, type VirtualizerHandle } from 'virtua'
import { Button } from '#ui/button.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { ArrowDownIcon } from '#ui/icons.tsx'
import frame from '../screen/chat-screen.module.css'
import { Answer } from './answer.tsx'
import type { Row } from './build-rows.ts'
import { useChatActions } from './chat-actions.ts'
import styles from './messages.module.css'
import { Question } from './question.tsx'
import { useFollowEnd } from './use-follow-end.ts'
import { type Reach, useOpenAt } from './use-open-at.ts'
import { useShownRows } from './use-shown-rows.ts'

/** Pixels from the top at which older messages are fetched. */
const OLDER_AT = 1200

export interface MessageListProps {
  rows: readonly Row[]
  /** An answer is being written: what comes below the fold is worth saying. */
  answering: boolean
  hasOlder: boolean
  onOlder: () => void
  reach: Reach
}

/** The rows of a chat in a window of the few that are near the screen. Not a live region: see Announcer. */
export function MessageList({ rows: all, answering, onOlder, reach, ...given }: MessageListProps) {
  const { t } = useLingui()
  const scroller = useRef<HTMLDivElement>(null)
  const rows = useShownRows(all)
  const hasOlder = given.hasOlder && rows === all
  const shift = useShift(rows)
  const { editing } = useChatActions()
  const edited = useSyncExternalStore(editing.subscribe, editing.message)
  const editedAt = edited === null ? -1 : rows.findIndex(({ key }) => key === edited)
  const list = useRef<VirtualizerHandle>(null)
  const { away, unread, toEnd, leaveEnd, onScroll, onResize } = useFollowEnd(scroller, rows, answering)
  useOpenAt({ rows, reach, scroller, list, leaveEnd })

  const grow = () => {
    onResize()
    // A short page would never scroll, so it asks at once.
    if (hasOlder && (scroller.current?.scrollTop ?? 0) < OLDER_AT) onOlder()
  }

  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <section ref={scroller} className={styles.scroller} aria-label={t`Messages`} tabIndex={0} data-messages="">
        <div className={frame.column}>
          <Virtualizer
            ref={list}
            as={ListContainer}
            scrollRef={scroller}
            data={rows}
            shift={shift}
            bufferSize={400}
            {...(editedAt < 0 ? {} : { keepMounted: [editedAt] })}
            onScroll={(offset) => {
              onScroll(offset)
              if (hasOlder && offset < OLDER_AT) onOlder()
            }}
            onResize={grow}
          >
            {(row, index) => renderRow(row, index === rows.length - 1)}
          </Virtualizer>
        </div>
      </section>
      {away ? (
        <div className={styles.edge}>
          <div className={styles.below}>
            {unread ? (
              <Button size="s" icon={<ArrowDownIcon size={16} />} onClick={toEnd}>
                <Trans>New text below</Trans>
              </Button>
            ) : (
              <IconButton label={t`To the end`} variant="outline" round icon={<ArrowDownIcon />} onClick={toEnd} />
            )}
          </div>
        </div>
      ) : null}
    </>
  )
}

/** The virtualizer turns pointers off while it scrolls, and following an answer is scrolling all the time. */
function ListContainer({ style, ...rest }: CustomContainerComponentProps & RefAttributes<HTMLDivElement>) {
  return <div {...rest} style={{ ...style, pointerEvents: undefined }} />
}

function renderRow(row: Row, last: boolean): ReactElement {
  return row.kind === 'question' ? (
    <Question key={row.key} row={row} last={last} />
  ) : (
    <Answer key={`a${row.key}`} row={row} last={last} />
  )
}

/** True in the one render in which rows were added above, so that what is being read stays where it is. */
function useShift(rows: readonly Row[]): boolean {
  const before = useRef(rows)
  const first = before.current[0]
  const shift = first !== undefined && rows[0] !== first && rows.some((row, at) => at > 0 && row.key === first.key)
  useLayoutEffect(() => {
    before.current = rows
  }, [rows])
  return shift
}
