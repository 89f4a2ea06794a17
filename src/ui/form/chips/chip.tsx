import { useLingui } from '@lingui/react/macro'
import { XIcon } from '../../icons/icons.tsx'
import styles from './chips.module.css'

export function Chip({ text, onRemove }: { text: string; onRemove: () => void }) {
  const { t } = useLingui()
  return (
    <li className={styles.chip}>
      <span dir="auto">{text}</span>
      <button type="button" className={styles.remove} aria-label={t`Remove ${text}`} onClick={onRemove}>
        <XIcon size={14} />
      </button>
    </li>
  )
}
