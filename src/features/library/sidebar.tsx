import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useSession } from '#session/session-atom.ts'
import { PlusIcon } from '#ui/icons.tsx'
import { Wordmark } from '#ui/mark.tsx'
import { ChatList } from './chat-list.tsx'
import styles from './library.module.css'
import { PersonMenu } from './person-menu.tsx'

export interface SidebarProps {
  /** The open chat. */
  current: string | undefined
  /** In the drawer of a phone: a choice takes the place of the drawer's own history entry. */
  inDrawer: boolean
  /** More items for the menu of the person. */
  personItems?: ReactNode
}

/** The person's library beside the chat: their chats, a new one, and themselves. */
export function Sidebar({ current, inDrawer, personItems }: SidebarProps) {
  const session = useSession()
  if (session === null) return null
  return (
    <div className={styles.sidebar}>
      <div className={styles.brand}>
        <Wordmark />
      </div>
      <Link to="/chat/$chatId" params={{ chatId: 'new' }} replace={inDrawer} className={styles.new}>
        <PlusIcon />
        <Trans>New chat</Trans>
      </Link>
      <ChatList account={session.user.id} current={current} replace={inDrawer} />
      <div className={styles.foot}>
        <PersonMenu user={session.user} items={personItems} />
      </div>
    </div>
  )
}
