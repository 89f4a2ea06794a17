import { Trans, useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import type { Folder, Tag } from '#contract/objects/chat.ts'
import { IconButton } from '#ui/button/icon-button.tsx'
import { BookmarkIcon, FolderIcon, PencilIcon, TagIcon, TrashIcon } from '#ui/icons/icons.tsx'
import { ArchiveIcon, FilterIcon } from '#ui/icons/list-icons.tsx'
import { Menu } from '#ui/menu/menu.tsx'
import { MenuCheckbox, MenuItem, MenuRadioGroup, MenuSeparator } from '#ui/menu/menu-item.tsx'
import { useOpenDialog } from './dialogs/dialog-context.ts'
import { LabelMark } from './labels/label-mark.tsx'
import { NO_FOLDER, useListView } from './list-view.ts'

/** Chooses the folder filter; also opens the dialog with all folders. */
export function FolderMenu({ userId, folders }: { userId: number; folders: readonly Folder[] }) {
  const { t } = useLingui()
  const openDialog = useOpenDialog()
  const { view, showFolder } = useListView(userId)
  const options = [
    { value: '', label: t`All chats` },
    ...folders.map((folder) => ({
      value: folder.id,
      label: <span dir="auto">{folder.name}</span>,
      icon: <LabelMark kind="folder" label={folder} />,
    })),
    { value: NO_FOLDER, label: t`No folder` },
  ]
  return (
    <Menu trigger={<IconButton size="s" label={t`Folders`} icon={<FolderIcon size={18} />} />}>
      {folders.length > 0 ? (
        <>
          <MenuRadioGroup
            label={t`Folders`}
            value={view.folder ?? ''}
            onChange={(value) => showFolder(value === '' ? null : value)}
            options={options}
          />
          <MenuSeparator />
        </>
      ) : null}
      <MenuItem icon={<PencilIcon size={18} />} onSelect={() => openDialog({ what: 'folders' })}>
        <Trans>Manage folders</Trans>
      </MenuItem>
    </Menu>
  )
}

/** Chooses the tag filter; also opens the dialog with all tags. */
export function TagMenu({ userId, tags }: { userId: number; tags: readonly Tag[] }) {
  const { t } = useLingui()
  const openDialog = useOpenDialog()
  const { view, showTag } = useListView(userId)
  return (
    <Menu trigger={<IconButton size="s" label={t`Tags`} icon={<TagIcon size={18} />} />}>
      {tags.map((tag) => (
        <MenuCheckbox
          key={tag.id}
          icon={<LabelMark kind="tag" label={tag} />}
          checked={view.tags.includes(tag.id)}
          onChange={(on) => showTag(tag.id, on)}
        >
          <span dir="auto">{tag.name}</span>
        </MenuCheckbox>
      ))}
      {tags.length > 0 ? <MenuSeparator /> : null}
      <MenuItem icon={<PencilIcon size={18} />} onSelect={() => openDialog({ what: 'tags' })}>
        <Trans>Manage tags</Trans>
      </MenuItem>
    </Menu>
  )
}

/** Chooses between all, saved and archived chats; also leads to Recently deleted. */
export function StatusMenu({ userId }: { userId: number }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const { view, showStatus } = useListView(userId)
  return (
    <Menu trigger={<IconButton size="s" label={t`Show`} icon={<FilterIcon size={18} />} />}>
      <MenuRadioGroup
        label={t`Show`}
        value={view.status}
        onChange={(value) => showStatus(value === 'saved' || value === 'archived' ? value : 'all')}
        options={[
          { value: 'all', label: t`All chats`, icon: <FilterIcon size={18} /> },
          { value: 'saved', label: t`Saved chats`, icon: <BookmarkIcon size={18} /> },
          { value: 'archived', label: t`Archived chats`, icon: <ArchiveIcon size={18} /> },
        ]}
      />
      <MenuSeparator />
      <MenuItem icon={<TrashIcon size={18} />} onSelect={() => void navigate({ to: '/recently-deleted' })}>
        <Trans>Recently deleted</Trans>
      </MenuItem>
    </Menu>
  )
}
