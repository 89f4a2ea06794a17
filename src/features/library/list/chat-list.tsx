import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactElement, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { Virtualizer } from 'virtua'
import { useOutbox } from '#data/use-outbox.ts'
import type { ListedChat } from '#offline/chats/chat-listing.ts'
import { Button } from '#ui/button/button.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { focusAfterRemoval } from '#ui/focus-after-removal.ts'
import { VirtualListContainer } from '#ui/layout/virtual-list-container.tsx'
import type { Labels } from '../labels/use-labels.ts'
import styles from '../library.module.css'
import { useListView } from '../list-view.ts'
import { selectChat } from '../selection/select-chat.ts'
import { buildList, type ListRow } from './build-list.ts'
import { ChatItem, type OnSelect } from './chat-item.tsx'
import { isSameUnsent, listUnsent } from './list-unsent.ts'
import { useFastScroll } from './use-fast-scroll.ts'
import { useOlderChats } from './use-older-chats.ts'
import { useRovingFocus } from './use-roving-focus.ts'
import { useRowSwipes } from './use-row-swipes.ts'
import { VirtualRow } from './virtual-row.tsx'

const none: readonly ListedChat[] = []
const skeletonWidths = ['70%', '55%', '80%', '62%', '48%']

/** From this number of rows on the list is virtualised. */
const LONG = 60
/** Rows within this many pixels outside the visible part are rendered too, except during fast scrolling. */
const BEYOND = 120
/** A filtered list with fewer rows fetches older chats automatically, any other one when all chats are archived. */
const SCREENFUL = 30

export interface ChatListProps {
  userId: number
  /** The filtered chats; undefined until they are read. */
  chats: readonly ListedChat[] | undefined
  /** Whether this device has any chats, which may all be archived. */
  hasChats: boolean
  labels: Labels
  current: string | undefined
  replace: boolean
}

/** Lists the user's chats by day from this device; changes from the server arrive through the same table. */
export function ChatList({ userId, chats, hasChats, labels, current, replace }: ChatListProps) {
  const { t } = useLingui()
  const now = useToday()
  const scroller = useRef<HTMLElement>(null)
  const { view, select, showAll } = useListView(userId)
  const unsent = useOutbox(userId, listUnsent, isSameUnsent)
  const rows = useMemo(() => buildList(chats ?? [], now), [chats, now])
  const folders = useMemo(() => new Map(labels.folders.map((folder) => [folder.id, folder])), [labels])
  const narrowed = view.folder !== null || view.tags.length > 0 || view.status !== 'all'
  const { scrollingFast, isFast, onScrollCapture } = useFastScroll()
  // All chats on this device may be archived, while the server has older ones. Without any they are still to be read.
  const few = narrowed ? SCREENFUL : hasChats ? 1 : 0
  const older = useOlderChats(userId, chats !== undefined && chats.length < few)

  const isFirstAwaited = chats?.length === 0 && older.isAwaited

  const latest = useRef({ view, chats, current })
  latest.current = { view, chats, current }
  const onSelect = useCallback<OnSelect>(
    (chatId, { range }) => {
      const { view, chats = [], current } = latest.current
      const { selected, anchor = null } = view
      // Without an anchor, a range selection starts at the open chat.
      const from = anchor ?? current ?? null
      const started = selected ?? new Set(range && from !== null ? [from] : [])
      select(selectChat(started, chatId, { listed: chats, anchor: from, range }), chatId)
    },
    [select],
  )
  const roving = useRovingFocus(scroller, chats ?? none, current)
  const stopAt = useMemo(
    () => rows.findIndex((row) => 'chat' in row && row.chat.id === roving.stop),
    [rows, roving.stop],
  )
  useRowSwipes(scroller, { userId, chats: chats ?? none, current, enabled: view.selected === null })
  const renderRow = (row: ListRow<ListedChat>): ReactElement =>
    'day' in row ? (
      <h3 key={row.day} className={styles.day}>
        {row.day === 'pinned' ? (
          <Trans>Pinned</Trans>
        ) : row.day === 'today' ? (
          <Trans>Today</Trans>
        ) : row.day === 'yesterday' ? (
          <Trans>Yesterday</Trans>
        ) : (
          <Trans>Older</Trans>
        )}
      </h3>
    ) : (
      <ChatItem
        key={row.chat.id}
        userId={userId}
        chat={row.chat}
        now={now}
        scrollingFast={scrollingFast}
        current={row.chat.id === current}
        unsent={unsent?.get(row.chat.id)}
        folder={view.folder === row.chat.folder || row.chat.folder === null ? undefined : folders.get(row.chat.folder)}
        replace={replace}
        selected={view.selected === null ? null : view.selected.has(row.chat.id)}
        onSelect={onSelect}
        tabbable={row.chat.id === roving.stop}
      />
    )
  return (
    <nav
      ref={scroller}
      className={styles.list}
      aria-label={t`Chats`}
      tabIndex={-1}
      data-chats=""
      onKeyDown={roving.onKeyDown}
      onFocus={roving.onFocus}
      onScrollCapture={onScrollCapture}
    >
      {chats === undefined || isFirstAwaited ? <ListSkeleton /> : null}
      {chats?.length === 0 && !older.loading && !isFirstAwaited && (narrowed || !older.hasOlder) ? (
        <p className={styles.empty}>
          {narrowed ? <Trans>No chats here.</Trans> : <Trans>Your chats will be listed here.</Trans>}{' '}
          {narrowed ? (
            <Button ref={focusAfterRemoval(() => scroller.current)} size="s" variant="quiet" onClick={showAll}>
              <Trans>Show all chats</Trans>
            </Button>
          ) : null}
        </p>
      ) : null}
      {rows.length > LONG ? (
        <Virtualizer
          as={VirtualListContainer}
          scrollRef={scroller}
          data={rows}
          item={VirtualRow}
          bufferSize={isFast ? 0 : BEYOND}
          {...(stopAt < 0 ? {} : { keepMounted: [stopAt] })}
        >
          {renderRow}
        </Virtualizer>
      ) : (
        rows.map(renderRow)
      )}
      {older.hasOlder ? (
        <Button
          ref={focusAfterRemoval(() => scroller.current)}
          size="s"
          variant="quiet"
          wide
          pending={older.loading}
          onClick={older.load}
        >
          <Trans>Show older chats</Trans>
        </Button>
      ) : null}
    </nav>
  )
}

function ListSkeleton() {
  return (
    <div className={styles.bones}>
      {skeletonWidths.map((width) => (
        <Skeleton key={width} width={width} />
      ))}
    </div>
  )
}

/** Returns the current day; updates at midnight and when the page becomes visible. */
function useToday(): Date {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const midnight = new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1)
    const look = () => {
      if (document.visibilityState === 'visible' && new Date() >= midnight) setNow(new Date())
    }
    const timer = setTimeout(look, midnight.getTime() - Date.now() + 1000)
    document.addEventListener('visibilitychange', look)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [now])
  return now
}
