import type { ComponentProps, ReactNode } from 'react'
import { cx } from '../cx.ts'
import { Tooltip } from '../tooltip/tooltip.tsx'
import styles from './icon-button.module.css'

export type IconButtonProps = Omit<ComponentProps<'button'>, 'children' | 'aria-label'> & {
  /** The accessible name, also shown as a tooltip. */
  label: string
  icon: ReactNode
  variant?: 'quiet' | 'primary' | 'outline' | undefined
  /** s 32, m 40, l 44 px; the touch target is 44 px on coarse pointers. */
  size?: 's' | 'm' | 'l' | undefined
  round?: boolean | undefined
  /** The keyboard shortcut in the tooltip. */
  keys?: string | undefined
}

export function IconButton(props: IconButtonProps) {
  const { label, icon, variant = 'quiet', size = 'm', round, keys, className, ...rest } = props
  return (
    <Tooltip text={label} keys={keys}>
      <button
        type="button"
        {...rest}
        aria-label={label}
        className={cx(styles.button, styles[variant], styles[size], round && styles.round, className)}
      >
        {icon}
      </button>
    </Tooltip>
  )
}
