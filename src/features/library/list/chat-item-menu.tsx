import { useLingui } from '@lingui/react/macro'
import type { ListedChat } from '#offline/chats/chat-listing.ts'
import { MoreIcon } from '#ui/icons/icons.tsx'
import { Menu } from '#ui/menu/menu.tsx'
import { ChatMenuItems } from '../chat-menu/chat-menu-items.tsx'
import styles from './chat-item.module.css'

interface ItemMenuProps {
  userId: number
  chat: ListedChat
  current: boolean
}

/** The menu of a chat in the list. Touch users select rows by a long press instead. */
export function ChatItemMenu({ userId, chat, current }: ItemMenuProps) {
  const { t } = useLingui()
  const title = chat.title || t`New chat`
  const button = (
    <button type="button" tabIndex={-1} className={styles.more} aria-label={t`More: ${title}`}>
      <MoreIcon size={18} />
    </button>
  )
  return (
    <Menu trigger={button}>
      <ChatMenuItems userId={userId} chat={chat} current={current} />
    </Menu>
  )
}
