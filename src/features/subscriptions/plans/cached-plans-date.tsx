import { Trans } from '@lingui/react/macro'
import { isToday } from 'date-fns/isToday'
import { formatDay, formatTime } from '#i18n/format.ts'
import { useLanguage } from '#i18n/use-language.ts'
import { CloudOffIcon } from '#ui/icons/icons.tsx'
import styles from '../page.module.css'

/** From when the plans are that are shown while the server cannot be reached; null while it can. */
export function SavedCopyLine({ from }: { from: number | null }) {
  const language = useLanguage()
  const time = from === null ? '' : isToday(from) ? formatTime(from, language) : formatDay(from, language)
  return (
    <div role="status">
      {from === null ? null : (
        <p className={styles.saved}>
          <CloudOffIcon size={18} />
          <Trans>Saved copy from {time}</Trans>
        </p>
      )}
    </div>
  )
}
