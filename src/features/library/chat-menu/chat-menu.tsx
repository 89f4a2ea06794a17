import { useLingui } from '@lingui/react/macro'
import { useLiveQuery } from 'dexie-react-hooks'
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

/** The menu of the open chat in its header; renders nothing while the chat does not exist. */
export function ChatMenu({ userId, chatId }: { userId: number; chatId: string }) {
  const chat = useLiveQuery(() => database().chats.get([userId, chatId]), [userId, chatId])
  if (chat === undefined) return null
  return (
    <DialogProvider userId={userId}>
      <Choices chat={chat} />
    </DialogProvider>
  )
}

function Choices({ chat }: { chat: ChatRow }) {
  const { t } = useLingui()
  const { userId, id, is_saved } = chat
  const openDialog = useOpenDialog()
  const { save } = useChatCommands(userId)
  return (
    <>
      <ChatLabels chat={chat} />
      <IconButton
        className={styles.wideOnly}
        label={is_saved ? t`Stop keeping` : t`Save permanently`}
        icon={is_saved ? <BookmarkFilledIcon /> : <BookmarkIcon />}
        onClick={() => save([id], !is_saved)}
      />
      <IconButton
        className={styles.wideOnly}
        label={t`Move to folder`}
        icon={<FolderIcon />}
        onClick={() => openDialog({ what: 'move', chatIds: [id] })}
      />
      <Menu trigger={<IconButton label={t`More about this chat`} icon={<MoreIcon />} />}>
        <ChatChoices userId={userId} chat={chat} current />
      </Menu>
    </>
  )
}
