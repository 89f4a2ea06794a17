import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { IconButton } from '#ui/button/icon-button.tsx'
import { announce } from '#ui/feedback/live-region.tsx'
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

/** Shows "2 of 3" with buttons for the previous and the next version, which announce the new position. */
export function VersionPager({ label, at, count, onChange, children }: VersionPagerProps) {
  const { t } = useLingui()
  const position = (index: number) => {
    const number = index + 1
    return t`${number} of ${count}`
  }
  const show = (index: number) => {
    if (index < 0 || index >= count) return
    onChange(index)
    announce(position(index))
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is a part of a form
    <div role="group" aria-label={label} className={styles.pager}>
      <IconButton
        size="s"
        label={t`Previous version`}
        icon={<ChevronLeftIcon size={16} />}
        aria-disabled={at === 0}
        onClick={() => show(at - 1)}
      />
      <span className={styles.position}>{position(at)}</span>
      <IconButton
        size="s"
        label={t`Next version`}
        icon={<ChevronRightIcon size={16} />}
        aria-disabled={at === count - 1}
        onClick={() => show(at + 1)}
      />
      {children}
    </div>
  )
}
