import { Trans, useLingui } from '@lingui/react/macro'
import { useLiveQuery } from 'dexie-react-hooks'
import { type ReactElement, useMemo, useRef } from 'react'
import { Virtualizer } from 'virtua'
import { database } from '#offline/database.ts'
import { queryChats, queryOutbox } from '#offline/queries.ts'
import type { ChatRow } from '#offline/rows.ts'
import { Button } from '#ui/button.tsx'
import { ChatItem } from './chat-item.tsx'
import { groupChats } from './group-chats.ts'
import styles from './library.module.css'
import { ListSkeleton } from './list-skeleton.tsx'
import { listUnsent, type UnsentChats } from './list-unsent.ts'
import { useOlderChats } from './use-older-chats.ts'
import { useToday } from './use-today.ts'

/** From this many chats on only those near the screen are in the page. */
const LONG = 60

export interface ChatListProps {
  account: number
  current: string | undefined
  replace: boolean
}

/** The person's chats by day, from this device; changes of the server arrive through the same table. */
export function ChatList({ account, current, replace }: ChatListProps) {
  const { t } = useLingui()
  const now = useToday()
  const scroller = useRef<HTMLElement>(null)
  const chats = useLiveQuery(() => queryChats(database(), account), [account])
  const older = useOlderChats(account)
  const unsent = useLiveQuery(async () => listUnsent(await queryOutbox(database(), account)), [account])
  const rows = useMemo(
    () => (chats ? toRows(chats, unsent, now, current, replace) : []),
    [chats, unsent, now, current, replace],
  )
  return (
    <nav ref={scroller} className={styles.list} aria-label={t`Chats`}>
      {chats === undefined ? <ListSkeleton /> : null}
      {chats?.length === 0 ? (
        <p className={styles.empty}>
          <Trans>Your chats will be listed here.</Trans>
        </p>
      ) : null}
      {rows.length > LONG ? <Virtualizer scrollRef={scroller}>{rows}</Virtualizer> : rows}
      {older.hasOlder ? (
        <Button size="s" variant="quiet" wide pending={older.loading} onClick={older.load}>
          <Trans>Show older chats</Trans>
        </Button>
      ) : null}
    </nav>
  )
}

function toRows(
  chats: ChatRow[],
  unsent: UnsentChats | undefined,
  now: Date,
  current: string | undefined,
  replace: boolean,
): ReactElement[] {
  return groupChats(chats, now).flatMap(({ day, chats }) => [
    <h2 key={day} className={styles.day}>
      {day === 'today' ? <Trans>Today</Trans> : day === 'yesterday' ? <Trans>Yesterday</Trans> : <Trans>Older</Trans>}
    </h2>,
    ...chats.map((chat) => (
      <ChatItem
        key={chat.id}
        chat={chat}
        now={now}
        current={chat.id === current}
        unsent={unsent?.get(chat.id)}
        replace={replace}
      />
    )),
  ])
}
