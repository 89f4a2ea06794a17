import { useLingui } from '@lingui/react/macro'
import { useLiveQuery } from 'dexie-react-hooks'
import type { ReactNode } from 'react'
import { database } from '#offline/database/database.ts'
import type { ChatRow } from '#offline/database/rows.ts'
import { IconButton } from '#ui/button/icon-button.tsx'
import { BookmarkFilledIcon, BookmarkIcon, FolderIcon, MoreIcon } from '#ui/icons/icons.tsx'
import { Menu } from '#ui/menu/menu.tsx'
import { useOpenDialog } from '../dialogs/dialog-context.ts'
import { DialogProvider } from '../dialogs/dialog-provider.tsx'
import styles from '../library.module.css'
import { ChatLabels } from './chat-labels.tsx'
import { ChatChoices } from './chat-menu-items.tsx'
import { useChatCommands } from './use-chat-commands.ts'
import { useSaveLabel } from './use-save-label.ts'

interface ChatMenuProps {
  userId: number
  chatId: string
  /** More items, which need no stored chat. */
  items: ReactNode
}

/** The menu of the open chat in its header; while the chat does not exist it has only the given items. */
export function ChatMenu({ userId, chatId, items }: ChatMenuProps) {
  const chat = useLiveQuery(() => database().chats.get([userId, chatId]), [userId, chatId])
  if (chat === undefined) return <MoreMenu>{items}</MoreMenu>
  return (
    <DialogProvider userId={userId}>
      <Choices chat={chat} items={items} />
    </DialogProvider>
  )
}

function Choices({ chat, items }: { chat: ChatRow; items: ReactNode }) {
  const { t } = useLingui()
  const { userId, id, is_saved } = chat
  const openDialog = useOpenDialog()
  const { save } = useChatCommands(userId)
  const saveLabel = useSaveLabel()
  return (
    <>
      <ChatLabels chat={chat} />
      <IconButton
        className={styles.wideOnly}
        label={saveLabel(is_saved)}
        icon={is_saved ? <BookmarkFilledIcon /> : <BookmarkIcon />}
        onClick={() => save([id], !is_saved)}
      />
      <IconButton
        className={styles.wideOnly}
        label={t`Move to folder`}
        icon={<FolderIcon />}
        onClick={() => openDialog({ what: 'move', chatIds: [id] })}
      />
      <MoreMenu>
        <ChatChoices userId={userId} chat={chat} current>
          {items}
        </ChatChoices>
      </MoreMenu>
    </>
  )
}

function MoreMenu({ children }: { children: ReactNode }) {
  const { t } = useLingui()
  return <Menu trigger={<IconButton label={t`More about this chat`} icon={<MoreIcon />} />}>{children}</Menu>
}
