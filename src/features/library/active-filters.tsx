import { Trans, useLingui } from '@lingui/react/macro'
import type { ComponentType, ReactNode } from 'react'
import type { Folder } from '#contract/objects/chat.ts'
import { BookmarkIcon, FolderIcon, type IconProps, TagIcon, XIcon } from '#ui/icons/icons.tsx'
import { ArchiveIcon } from '#ui/icons/list-icons.tsx'
import { colored } from './labels/label-mark.tsx'
import labelStyles from './labels/labels.module.css'
import type { Labels } from './labels/use-labels.ts'
import styles from './library.module.css'
import { NO_FOLDER, useListView } from './list-view.ts'

/** Shows the active folder and tag filters; pressing one removes it. */
export function ActiveFilters({ userId, labels }: { userId: number; labels: Labels }) {
  const { t } = useLingui()
  const { view, showFolder, showStatus, showTag } = useListView(userId)
  const folder =
    view.folder === NO_FOLDER
      ? { name: t`No folder`, color: null }
      : labels.folders.find(({ id }) => id === view.folder)
  const tags = labels.tags.filter(({ id }) => view.tags.includes(id))
  if (!folder && tags.length === 0 && view.status === 'all') return null
  return (
    <ul className={styles.shown} aria-label={t`Shown are only`}>
      {view.status === 'all' ? null : (
        <li>
          <Chip
            Icon={view.status === 'saved' ? BookmarkIcon : ArchiveIcon}
            label={{ name: view.status === 'saved' ? t`Saved chats` : t`Archived chats`, color: null }}
            onTakeOff={() => showStatus('all')}
          />
        </li>
      )}
      {folder ? (
        <li>
          <Chip Icon={FolderIcon} label={folder} onTakeOff={() => showFolder(null)} />
        </li>
      ) : null}
      {tags.map((tag) => (
        <li key={tag.id}>
          <Chip Icon={TagIcon} label={tag} onTakeOff={() => showTag(tag.id, false)} />
        </li>
      ))}
    </ul>
  )
}

interface ChipProps {
  Icon: ComponentType<IconProps>
  label: Pick<Folder, 'name' | 'color'>
  onTakeOff: () => void
}

function Chip({ Icon, label, onTakeOff }: ChipProps): ReactNode {
  return (
    <button type="button" {...colored(label.color, labelStyles.chip)} onClick={onTakeOff}>
      <Icon size={14} />
      <span className={labelStyles.chipName} dir="auto">
        {label.name}
      </span>
      <span className="visually-hidden">
        <Trans>Show all again</Trans>
      </span>
      <XIcon size={14} />
    </button>
  )
}
