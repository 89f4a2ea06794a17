import { type ReactNode, useEffect, useRef } from 'react'
import styles from './auth-page.module.css'

type OutcomeProps = {
  title: ReactNode
  children?: ReactNode
  actions?: ReactNode
  /** True when it replaces a form or a button: the heading takes the focus, so that screen readers announce it. */
  takesFocus?: boolean
}

/** Shows the result of an action: title, text, and the next step. */
export function Outcome({ title, children, actions, takesFocus = false }: OutcomeProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (takesFocus) heading.current?.focus()
  }, [takesFocus])
  return (
    <div className={styles.outcome}>
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      {children}
      {actions === undefined ? null : <div className={styles.actions}>{actions}</div>}
    </div>
  )
}
