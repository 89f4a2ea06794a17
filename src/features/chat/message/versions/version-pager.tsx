import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { IconButton } from '#ui/button/icon-button.tsx'
import { ChevronLeftIcon, ChevronRightIcon } from '#ui/icons/icons.tsx'
import styles from './version-pager.module.css'

export interface VersionPagerProps {
  /** The accessible name of the group. */
  label: string
  /** The zero-based index. */
  at: number
  count: number
  onChange: (at: number) => void
  /** Content about the shown version. */
  children?: ReactNode
}

/** Shows "2 of 3" with buttons for the previous and the next version. */
export function VersionPager({ label, at, count, onChange, children }: VersionPagerProps) {
  const { t } = useLingui()
  const number = at + 1
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is a part of a form
    <div role="group" aria-label={label} className={styles.pager}>
      <IconButton
        size="s"
        label={t`Previous version`}
        icon={<ChevronLeftIcon size={16} />}
        aria-disabled={at === 0}
        onClick={() => at > 0 && onChange(at - 1)}
      />
      <span className={styles.position}>{t`${number} of ${count}`}</span>
      <IconButton
        size="s"
        label={t`Next version`}
        icon={<ChevronRightIcon size={16} />}
        aria-disabled={at === count - 1}
        onClick={() => at < count - 1 && onChange(at + 1)}
      />
      {children}
    </div>
  )
}
