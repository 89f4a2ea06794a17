import type { ReactNode } from 'react'
import styles from './message-page.module.css'

/** A page with a title, a text and a link to the next step. */
export function MessagePage({
  overline,
  title,
  children,
  actions,
}: {
  overline?: ReactNode
  title: ReactNode
  children?: ReactNode
  actions: ReactNode
}) {
  return (
    <div className={styles.page}>
      {overline !== undefined && <p className={styles.overline}>{overline}</p>}
      <h1 className={styles.title}>{title}</h1>
      {children}
      <div className={styles.actions}>{actions}</div>
    </div>
  )
}
