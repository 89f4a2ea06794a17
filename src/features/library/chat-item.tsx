import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { memo } from 'react'
import type { ChatRow } from '#offline/rows.ts'
import { ChatNoteText } from './chat-note.tsx'
import styles from './library.module.css'
import type { Unsent } from './list-unsent.ts'

export interface ChatItemProps {
  chat: ChatRow
  now: Date
  current: boolean
  unsent?: Unsent | undefined
  /** Takes the place of the present page in the history, as a choice from the drawer does. */
  replace: boolean
}

export const ChatItem = memo(function ChatItem({ chat, now, current, unsent, replace }: ChatItemProps) {
  return (
    <Link
      to="/chat/$chatId"
      params={{ chatId: chat.id }}
      replace={replace}
      className={styles.item}
      aria-current={current ? 'page' : undefined}
    >
      <span className={styles.name} dir="auto">
        {chat.title === '' ? <Trans>New chat</Trans> : chat.title}
      </span>
      <span className={styles.note} data-unsent={unsent}>
        <ChatNoteText chat={chat} now={now} unsent={unsent} />
      </span>
    </Link>
  )
})
