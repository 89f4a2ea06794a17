import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { ListedChat } from '#offline/chats/chat-listing.ts'
import { BookmarkFilledIcon, BookmarkIcon, FolderIcon, TagIcon, TrashIcon } from '#ui/icons/icons.tsx'
import { ArchiveIcon } from '#ui/icons/list-icons.tsx'
import { useChatCommands } from '../chat-menu/use-chat-commands.ts'
import { useOpenDialog } from '../dialogs/dialog-context.ts'
import styles from './selection-bar.module.css'

interface SelectionBarProps {
  userId: number
  selected: readonly ListedChat[]
  current: string | undefined
  onEnd: () => void
}

/** The actions for the selected chats; replaces the user menu below the list. */
export function SelectionBar({ userId, selected, current, onEnd }: SelectionBarProps) {
  const { t } = useLingui()
  const openDialog = useOpenDialog()
  const { archive, save, remove } = useChatCommands(userId)
  const chatIds = selected.map(({ id }) => id)
  const allSaved = selected.length > 0 && selected.every(({ is_saved }) => is_saved)
  const SaveIcon = allSaved ? BookmarkFilledIcon : BookmarkIcon
  const allArchived = selected.length > 0 && selected.every(({ is_archived }) => is_archived)
  const off = chatIds.length === 0
  return (
    <div role="toolbar" aria-label={t`With the selected chats`} className={styles.bar}>
      <Action
        off={off}
        label={allSaved ? t`Unsave` : t`Save`}
        icon={<SaveIcon />}
        onSelect={() => {
          save(chatIds, !allSaved)
          onEnd()
        }}
      >
        {allSaved ? <Trans>Unsave</Trans> : <Trans>Save</Trans>}
      </Action>
      <Action
        off={off}
        label={allArchived ? t`Unarchive` : t`Archive`}
        icon={<ArchiveIcon />}
        onSelect={() => {
          archive(chatIds, !allArchived)
          onEnd()
        }}
      >
        {allArchived ? <Trans>Unarchive</Trans> : <Trans>Archive</Trans>}
      </Action>
      <Action
        off={off}
        label={t`Move to folder`}
        icon={<FolderIcon />}
        onSelect={() => openDialog({ what: 'move', chatIds, onDone: onEnd })}
      >
        <Trans>Move</Trans>
      </Action>
      <Action
        off={off}
        label={t`Manage tags`}
        icon={<TagIcon />}
        onSelect={() => openDialog({ what: 'tag', chatIds, onDone: onEnd })}
      >
        <Trans>Tags</Trans>
      </Action>
      <Action
        off={off}
        danger
        label={t`Delete`}
        icon={<TrashIcon />}
        onSelect={() => {
          remove(
            chatIds,
            chatIds.find((id) => id === current),
          )
          onEnd()
        }}
      >
        <Trans>Delete</Trans>
      </Action>
    </div>
  )
}

interface ActionProps {
  off: boolean
  danger?: boolean
  /** Contains the visible text, which users of voice control say. A narrow list shows the icon only. */
  label: string
  icon: ReactNode
  onSelect: () => void
  children: ReactNode
}

function Action({ off, danger, label, icon, onSelect, children }: ActionProps) {
  return (
    <button
      type="button"
      className={styles.action}
      aria-label={label}
      aria-disabled={off}
      data-danger={danger || undefined}
      onClick={() => off || onSelect()}
    >
      {icon}
      <span aria-hidden="true">{children}</span>
    </button>
  )
}
