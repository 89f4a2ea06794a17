import { Trans } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import type { ListedChat } from '#offline/chats/chat-listing.ts'
import {
  BookmarkFilledIcon,
  BookmarkIcon,
  DownloadIcon,
  FolderIcon,
  PencilIcon,
  PinIcon,
  ShareIcon,
  TagIcon,
  TrashIcon,
} from '#ui/icons/icons.tsx'
import { ArchiveIcon } from '#ui/icons/list-icons.tsx'
import { MenuItem, MenuSeparator } from '#ui/menu/menu-item.tsx'
import { useOpenDialog } from '../dialogs/dialog-context.ts'
import { DaysLeft } from '../list/chat-status.tsx'
import { daysLeft } from '../list/describe-chat.ts'
import { useChatCommands } from './use-chat-commands.ts'
import { useSaveLabel } from './use-save-label.ts'

type ChoiceChat = Pick<ListedChat, 'id' | 'title' | 'is_saved' | 'is_pinned' | 'is_archived' | 'expires_at'>

interface ChatChoicesProps {
  userId: number
  chat: ChoiceChat
  current: boolean
}

export function ChatMenuItems({ userId, chat, current }: ChatChoicesProps) {
  const navigate = useNavigate()
  const openDialog = useOpenDialog()
  const { archive, pin, save, remove } = useChatCommands(userId)
  const saveLabel = useSaveLabel()
  const { id, title, is_saved, is_pinned = false, is_archived = false } = chat
  const days = daysLeft(chat, new Date())
  const SaveIcon = is_saved ? BookmarkFilledIcon : BookmarkIcon
  const left = days === null ? undefined : <DaysLeft days={days} />
  return (
    <>
      <MenuItem icon={<PencilIcon size={18} />} onSelect={() => openDialog({ what: 'rename', chat: { id, title } })}>
        <Trans>Rename</Trans>
      </MenuItem>
      <MenuItem icon={<SaveIcon size={18} />} hint={left} onSelect={() => save([id], !is_saved)}>
        {saveLabel(is_saved)}
      </MenuItem>
      <MenuItem icon={<PinIcon size={18} />} onSelect={() => pin([id], !is_pinned)}>
        {is_pinned ? <Trans>Unpin</Trans> : <Trans>Pin</Trans>}
      </MenuItem>
      <MenuItem icon={<ArchiveIcon size={18} />} onSelect={() => archive([id], !is_archived)}>
        {is_archived ? <Trans>Unarchive</Trans> : <Trans>Archive</Trans>}
      </MenuItem>
      <MenuItem icon={<FolderIcon size={18} />} onSelect={() => openDialog({ what: 'move', chatIds: [id] })}>
        <Trans>Move to folder</Trans>
      </MenuItem>
      <MenuItem icon={<TagIcon size={18} />} onSelect={() => openDialog({ what: 'tag', chatIds: [id] })}>
        <Trans>Manage tags</Trans>
      </MenuItem>
      <MenuItem
        icon={<DownloadIcon size={18} />}
        onSelect={() => void navigate({ to: '/export-chat/$chatId', params: { chatId: id } })}
      >
        <Trans>Export chat</Trans>
      </MenuItem>
      <MenuItem icon={<ShareIcon size={18} />} onSelect={() => openDialog({ what: 'share', chat: { id, title } })}>
        <Trans>Share</Trans>
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={<TrashIcon size={18} />} danger onSelect={() => remove([id], current ? id : undefined)}>
        <Trans>Delete</Trans>
      </MenuItem>
    </>
  )
}
