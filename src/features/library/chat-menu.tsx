import { Trans, useLingui } from '@lingui/react/macro'
import { useLiveQuery } from 'dexie-react-hooks'
import { useState } from 'react'
import { database } from '#offline/database.ts'
import type { ChatRow } from '#offline/rows.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { BookmarkFilledIcon, BookmarkIcon, DownloadIcon, MoreIcon, PencilIcon, TrashIcon } from '#ui/icons.tsx'
import { Menu } from '#ui/menu.tsx'
import { MenuItem, MenuSeparator } from '#ui/menu-item.tsx'
import { setChatSaved } from './change-chat.ts'
import { DeleteChatDialog } from './delete-chat-dialog.tsx'
import styles from './library.module.css'
import { RenameDialog } from './rename-dialog.tsx'

/** What can be done with the open chat, for its header; nothing while there is no such chat. */
export function ChatMenu({ account, chatId }: { account: number; chatId: string }) {
  const chat = useLiveQuery(() => database().chats.get([account, chatId]), [account, chatId])
  return chat === undefined ? null : <Choices chat={chat} />
}

function Choices({ chat }: { chat: ChatRow }) {
  const { t } = useLingui()
  const [asking, setAsking] = useState<'name' | 'deletion' | null>(null)
  const SaveIcon = chat.is_saved ? BookmarkFilledIcon : BookmarkIcon
  const saveWords = chat.is_saved ? t`Stop keeping` : t`Save permanently`
  const toggleSaved = () => void setChatSaved(chat.account, chat.id, !chat.is_saved)
  const close = () => setAsking(null)
  return (
    <>
      <IconButton className={styles.wideOnly} label={saveWords} icon={<SaveIcon />} onClick={toggleSaved} />
      <Menu trigger={<IconButton label={t`More about this chat`} icon={<MoreIcon />} />}>
        <MenuItem icon={<PencilIcon size={18} />} onSelect={() => setAsking('name')}>
          <Trans>Rename</Trans>
        </MenuItem>
        <MenuItem icon={<SaveIcon size={18} />} onSelect={toggleSaved}>
          {saveWords}
        </MenuItem>
        <MenuItem icon={<DownloadIcon size={18} />} disabled hint={t`coming soon`}>
          <Trans>Export chat</Trans>
        </MenuItem>
        <MenuSeparator />
        <MenuItem icon={<TrashIcon size={18} />} danger onSelect={() => setAsking('deletion')}>
          <Trans>Delete</Trans>
        </MenuItem>
      </Menu>
      <RenameDialog chat={chat} open={asking === 'name'} onOpenChange={close} />
      <DeleteChatDialog chat={chat} open={asking === 'deletion'} onOpenChange={close} />
    </>
  )
}
