import { type ReactNode, useId } from 'react'
import styles from './group.module.css'

/** Settings that belong together, under a heading. */
export function Group({ title, text, children }: { title: ReactNode; text?: ReactNode; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={styles.group}>
      <h3 id={id} className={styles.title}>
        {title}
      </h3>
      {text ? <p className={styles.text}>{text}</p> : null}
      <div className={styles.rows}>{children}</div>
    </section>
  )
}

/** A fact at the start of the row and what can be done about it at the end. */
export function Row({ label, text, action }: { label: ReactNode; text?: ReactNode; action?: ReactNode }) {
  return (
    <div className={styles.row}>
      <div className={styles.words}>
        <p className={styles.label}>{label}</p>
        {text ? <div className={styles.text}>{text}</div> : null}
      </div>
      {action}
    </div>
  )
}

/** Says what went wrong, at once, also to screen readers. */
export function Failure({ children }: { children: ReactNode }) {
  return (
    <div role="alert" className={styles.failure}>
      {children}
    </div>
  )
}
