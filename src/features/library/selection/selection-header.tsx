import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button } from '#ui/button/button.tsx'
import { IconButton } from '#ui/button/icon-button.tsx'
import { XIcon } from '#ui/icons/icons.tsx'
import styles from '../library.module.css'

interface SelectionHeaderProps {
  count: number
  onAll: () => void
  onEnd: () => void
}

/** Replaces the header of the list in the selection mode. */
export function SelectionHeader({ count, onAll, onEnd }: SelectionHeaderProps) {
  const { t } = useLingui()
  return (
    <div className={styles.head}>
      <IconButton size="s" autoFocus label={t`Stop selecting`} icon={<XIcon size={18} />} onClick={onEnd} />
      <p role="status" className={styles.count}>
        <Plural value={count} _0="None selected" one="# selected" other="# selected" />
      </p>
      <Button size="s" variant="quiet" onClick={onAll}>
        <Trans>Select all</Trans>
      </Button>
    </div>
  )
}
