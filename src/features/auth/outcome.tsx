import { type ReactNode, useEffect, useRef } from 'react'
import styles from './auth-page.module.css'

type OutcomeProps = {
  title: ReactNode
  children?: ReactNode
  actions?: ReactNode
  /** It came in the place of a form or a button: the focus goes along, and a screen reader with it. */
  takesFocus?: boolean
}

/** What came of something: a title, words, and where to go next. */
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
