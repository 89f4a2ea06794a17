import { useLingui } from '@lingui/react/macro'
import type { ChatRow } from '#offline/database/rows.ts'
import { FolderIcon, TagIcon } from '#ui/icons/icons.tsx'
import { colored } from '../labels/label-mark.tsx'
import labelStyles from '../labels/labels.module.css'
import { useLabels } from '../labels/use-labels.ts'
import styles from '../library.module.css'

/** The number of tags that fit in the header beside a title. */
const SHOWN = 3

/** Shows the folder and tags of the open chat on wide screens. */
export function ChatLabels({ chat }: { chat: ChatRow }) {
  const { t } = useLingui()
  const { folders, tags } = useLabels(chat.userId)
  const folder = folders.find(({ id }) => id === chat.folder)
  const own = tags.filter(({ id }) => chat.tags.includes(id))
  if (!folder && own.length === 0) return null
  const more = own.slice(SHOWN)
  return (
    <ul className={styles.chatLabels} aria-label={t`Folder and tags of this chat`}>
      {folder ? (
        <li {...colored(folder.color, labelStyles.chip)}>
          <FolderIcon size={14} />
          <span className={labelStyles.chipName} dir="auto">
            {folder.name}
          </span>
        </li>
      ) : null}
      {own.slice(0, SHOWN).map((tag) => (
        <li key={tag.id} {...colored(tag.color, labelStyles.chip)}>
          <TagIcon size={14} />
          <span className={labelStyles.chipName} dir="auto">
            {tag.name}
          </span>
        </li>
      ))}
      {more.length > 0 ? (
        <li className={styles.moreLabels} title={more.map(({ name }) => name).join(', ')}>
          +{more.length}
          <span className="visually-hidden">: {more.map(({ name }) => name).join(', ')}</span>
        </li>
      ) : null}
    </ul>
  )
}
