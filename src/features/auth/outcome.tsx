import { type ReactNode, useEffect, useRef } from 'react'
import { usePageTitle } from '#ui/layout/page-title.ts'
import styles from './auth-page.module.css'

type OutcomeProps = {
  title: string
  children?: ReactNode
  actions?: ReactNode
  /** True when it replaces a form or a button: the heading takes the focus, so that screen readers announce it. */
  takesFocus?: boolean
}

/** Shows the result of an action: title, which also names the window, text, and the next step. */
export function Outcome({ title, children, actions, takesFocus = false }: OutcomeProps) {
  usePageTitle(title, title)
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
