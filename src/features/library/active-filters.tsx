import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { Folder } from '#contract/objects/chat.ts'
import { FolderIcon, TagIcon, XIcon } from '#ui/icons/icons.tsx'
import { colored, type LabelKind } from './labels/label-mark.tsx'
import labelStyles from './labels/labels.module.css'
import type { Labels } from './labels/use-labels.ts'
import styles from './library.module.css'
import { NO_FOLDER, useListView } from './list-view.ts'

/** Shows the active folder and tag filters; pressing one removes it. */
export function ShownLabels({ userId, labels }: { userId: number; labels: Labels }) {
  const { t } = useLingui()
  const { view, showFolder, showTag } = useListView(userId)
  const folder =
    view.folder === NO_FOLDER
      ? { name: t`No folder`, color: null }
      : labels.folders.find(({ id }) => id === view.folder)
  const tags = labels.tags.filter(({ id }) => view.tags.includes(id))
  if (!folder && tags.length === 0) return null
  return (
    <ul className={styles.shown} aria-label={t`Shown are only`}>
      {folder ? (
        <li>
          <Chip kind="folder" label={folder} onTakeOff={() => showFolder(null)} />
        </li>
      ) : null}
      {tags.map((tag) => (
        <li key={tag.id}>
          <Chip kind="tag" label={tag} onTakeOff={() => showTag(tag.id, false)} />
        </li>
      ))}
    </ul>
  )
}

interface ChipProps {
  kind: LabelKind
  label: Pick<Folder, 'name' | 'color'>
  onTakeOff: () => void
}

function Chip({ kind, label, onTakeOff }: ChipProps): ReactNode {
  const Icon = kind === 'folder' ? FolderIcon : TagIcon
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
