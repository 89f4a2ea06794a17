import type { Folder } from '#contract/objects/chat.ts'
import { cx } from '#ui/cx.ts'
import { FolderIcon, TagIcon } from '#ui/icons/icons.tsx'
import { tokenOf } from './label-colors.ts'
import styles from './labels.module.css'

export type LabelKind = 'folder' | 'tag'

/** Returns the props (a class and an attribute) that give text and icons inside the label's colour. */
export function colored(color: string | null, ...classes: (string | undefined)[]) {
  return { className: cx(styles.color, ...classes), 'data-color': tokenOf(color) }
}

/** The icon of a folder or tag in its colour; decorative, because the name is beside it. */
export function LabelMark({
  kind,
  label,
  size = 18,
}: {
  kind: LabelKind
  label: Pick<Folder, 'color'>
  size?: number
}) {
  const Icon = kind === 'folder' ? FolderIcon : TagIcon
  return (
    <span {...colored(label.color, styles.mark)}>
      <Icon size={size} />
    </span>
  )
}
