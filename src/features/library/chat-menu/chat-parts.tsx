import { useLingui } from '@lingui/react/macro'
import type { ChatRow } from '#offline/database/rows.ts'
import { IconButton } from '#ui/button/icon-button.tsx'
import { BookmarkFilledIcon, BookmarkIcon, FolderIcon } from '#ui/icons/icons.tsx'
import { useOpenDialog } from '../dialogs/dialog-context.ts'
import styles from '../library.module.css'
import { ChatLabels } from './chat-labels.tsx'
import { useChatCommands } from './use-chat-commands.ts'
import { useSaveLabel } from './use-save-label.ts'

export { ChatMenuItems } from './chat-menu-items.tsx'

/** The labels of the open chat, and the buttons for which a wide screen has space. */
export function ChatButtons({ chat }: { chat: ChatRow }) {
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
