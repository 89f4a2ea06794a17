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
  const { t } = useLingui()
  const chat = useLiveQuery(() => database().chats.get([userId, chatId]), [userId, chatId])
  // One menu before and after the chat is read: another one would close it under the finger.
  return (
    <DialogProvider userId={userId}>
      {chat ? <Buttons chat={chat} /> : null}
      <Menu trigger={<IconButton label={t`More about this chat`} icon={<MoreIcon />} />}>
        {chat ? (
          <ChatChoices userId={userId} chat={chat} current>
            {items}
          </ChatChoices>
        ) : (
          items
        )}
      </Menu>
    </DialogProvider>
  )
}

function Buttons({ chat }: { chat: ChatRow }) {
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
    </>
  )
}
