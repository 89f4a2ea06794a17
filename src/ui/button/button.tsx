import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { cx } from '../cx.ts'
import styles from './button.module.css'

export type ButtonLook = {
  variant?: 'primary' | 'secondary' | 'quiet' | 'danger' | undefined
  /** The height: s 36 px, m 44 px, l 52 px; always at least 44 px on coarse pointers. */
  size?: 's' | 'm' | 'l' | undefined
  icon?: ReactNode
  /** As wide as its container. */
  wide?: boolean | undefined
}

export type ButtonProps = ComponentProps<'button'> &
  ButtonLook & {
    /** Still focusable, but further clicks are ignored. */
    pending?: boolean | undefined
    pendingLabel?: ReactNode
  }

export function buttonClass({ variant = 'secondary', size = 'm', wide }: ButtonLook, className?: string): string {
  return cx(styles.button, styles[variant], styles[size], wide && styles.wide, className)
}

export function Button({ variant, size, icon, wide, pending, pendingLabel, ...native }: ButtonProps) {
  const { className, children, onClick, ...rest } = native
  function handleClick(event: MouseEvent<HTMLButtonElement>) {
    if (pending) event.preventDefault()
    else onClick?.(event)
  }
  return (
    <button
      type="button"
      {...rest}
      className={buttonClass({ variant, size, wide }, className)}
      aria-disabled={pending || rest['aria-disabled']}
      data-pending={pending || undefined}
      onClick={handleClick}
    >
      <ButtonFace icon={icon} pending={pending} pendingLabel={pendingLabel}>
        {children}
      </ButtonFace>
    </button>
  )
}

type FaceProps = Pick<ButtonProps, 'icon' | 'pending' | 'pendingLabel' | 'children'>

/** Both labels share one grid cell, so that the button always has the width of the longer one. */
function ButtonFace({ icon, pending, pendingLabel, children }: FaceProps) {
  return (
    <span className={styles.face}>
      <span className={cx(styles.label, pending && (pendingLabel ? styles.away : styles.dim))}>
        {icon}
        {children}
      </span>
      {pendingLabel ? <span className={cx(styles.label, !pending && styles.away)}>{pendingLabel}</span> : null}
      {pending && !pendingLabel ? <span className={styles.spinner} aria-hidden="true" /> : null}
    </span>
  )
}
