import { Trans, useLingui } from '@lingui/react/macro'
import { useAtomValue } from 'jotai'
import { useCallback, useRef } from 'react'
import type { VirtualizerHandle } from 'virtua'
import { Button } from '#ui/button/button.tsx'
import { IconButton } from '#ui/button/icon-button.tsx'
import { ArrowDownIcon } from '#ui/icons/icons.tsx'
import { useChatActions } from '../message/actions/chat-actions.ts'
import styles from '../message/messages.module.css'
import frame from '../screen/chat-screen.module.css'
import type { Row } from './rows/build-rows.ts'
import { idOf, renderRow } from './rows/render-row.tsx'
import { OlderRows } from './window/older-rows.tsx'
import { useEndRows } from './window/use-end-rows.ts'
import { useFollowEnd } from './window/use-follow-end.ts'
import { useScrollAnchor } from './window/use-scroll-anchor.ts'
import { type LoadUntil, useScrollToMessage } from './window/use-scroll-to-message.ts'

/** The distance from the top, in pixels, at which older messages are fetched. */
const OLDER_AT = 1200

export interface MessageListProps {
  rows: readonly Row[]
  /** True while an answer streams: a button then shows that there is new text below the visible part. */
  answering: boolean
  hasOlder: boolean
  onOlder: () => void
  loadUntil: LoadUntil
}

/** Renders the rows of a chat: its end in full, older rows virtualised. Not a live region: see useAnnounceAnswers. */
export function MessageList({ rows, answering, onOlder, loadUntil, ...given }: MessageListProps) {
  const { t } = useLingui()
  const scroller = useRef<HTMLDivElement>(null)
  const list = useRef<VirtualizerHandle>(null)
  const { editing } = useChatActions()
  const edited = useAtomValue(editing.messageAtom)
  const { away, unread, isFollowing, toEnd, leaveEnd, onResize } = useFollowEnd(scroller, rows, answering)
  const mayCut = useCallback(() => isFollowing() && edited === null, [isFollowing, edited])
  const { older, end } = useEndRows(rows, mayCut)
  const scrollAnchor = useScrollAnchor(scroller, isFollowing)
  const hasOlder = given.hasOlder && older.length + end.length === rows.length
  useScrollToMessage({ rows, older, loadUntil, scroller, list, leaveEnd })

  const loadNearTop = useCallback(() => {
    if (hasOlder && (scroller.current?.scrollTop ?? 0) < OLDER_AT) onOlder()
  }, [hasOlder, onOlder])
  // A short list never fires a scroll event.
  const onOlderResize = useCallback(() => {
    onResize()
    loadNearTop()
  }, [onResize, loadNearTop])

  return (
    <>
      <section
        ref={scroller}
        className={styles.scroller}
        aria-label={t`Messages`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
        tabIndex={0}
        data-messages=""
        onScroll={loadNearTop}
      >
        <div className={frame.column}>
          {older.length > 0 ? (
            <OlderRows {...{ list, scroller, edited }} rows={older} onResize={onOlderResize} />
          ) : null}
          {end.map((row, index) => (
            <div key={idOf(row)} ref={scrollAnchor} className={styles.row}>
              {renderRow(row, index === end.length - 1)}
            </div>
          ))}
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
