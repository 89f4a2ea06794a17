import { Trans, useLingui } from '@lingui/react/macro'
import { differenceInCalendarDays } from 'date-fns/differenceInCalendarDays'
import { useId } from 'react'
import { DELETED_DAYS } from '#contract/limits.ts'
import type { DeletedChat } from '#offline/deleted/query-deleted.ts'
import { IconButton } from '#ui/button/icon-button.tsx'
import { TrashIcon } from '#ui/icons/icons.tsx'
import { RestoreIcon } from '#ui/icons/list-icons.tsx'
import styles from './deleted-page.module.css'

interface DeletedRowProps {
  chat: DeletedChat
  isSelected: boolean
  onSelect: (id: string, on: boolean) => void
  onRestore: () => void
  onErase: () => void
}

export function DeletedRow({ chat, isSelected, onSelect, onRestore, onErase }: DeletedRowProps) {
  const { t } = useLingui()
  const id = useId()
  const title = chat.title === '' ? t`New chat` : chat.title
  return (
    <li className={styles.row} data-deleted={chat.id}>
      <input
        id={id}
        type="checkbox"
        className={styles.box}
        checked={isSelected}
        onChange={(event) => onSelect(chat.id, event.target.checked)}
      />
      <label htmlFor={id} className={styles.texts}>
        <span className={styles.title} dir="auto">
          {title}
        </span>
        <span className={styles.days}>
          <DaysLeft deletedAt={chat.deleted_at} />
        </span>
      </label>
      <IconButton label={t`Restore: ${title}`} icon={<RestoreIcon size={18} />} onClick={onRestore} />
      <IconButton label={t`Delete for good: ${title}`} icon={<TrashIcon size={18} />} onClick={onErase} />
    </li>
  )
}

function DaysLeft({ deletedAt }: { deletedAt: string }) {
  const days = DELETED_DAYS - differenceInCalendarDays(new Date(), new Date(deletedAt))
  if (days <= 0) return <Trans>Last day</Trans>
  return days === 1 ? <Trans>1 day left</Trans> : <Trans>{days} days left</Trans>
}
