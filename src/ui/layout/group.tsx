import { type ReactNode, type Ref, useId } from 'react'
import styles from './group.module.css'

export type GroupProps = {
  title: ReactNode
  text?: ReactNode
  /** h3 by default; h2 directly below the page's title. */
  heading?: 'h2' | 'h3' | undefined
  /** For moving the focus to the heading when the focused element is removed. */
  headingRef?: Ref<HTMLHeadingElement> | undefined
  /** Of the heading, for links that lead to it. */
  id?: string | undefined
  children: ReactNode
}

export function Group({ title, text, heading: Heading = 'h3', headingRef, id, children }: GroupProps) {
  const ownId = useId()
  const headingId = id ?? ownId
  return (
    <section aria-labelledby={headingId} className={styles.group}>
      <Heading id={headingId} ref={headingRef} tabIndex={headingRef ? -1 : undefined} className={styles.title}>
        {title}
      </Heading>
      {text ? <p className={styles.text}>{text}</p> : null}
      <div className={styles.rows}>{children}</div>
    </section>
  )
}

/** A row with a text at the start and its action at the end. */
export function Row({ label, text, action }: { label: ReactNode; text?: ReactNode; action?: ReactNode }) {
  return (
    <div className={styles.row}>
      <div className={styles.texts}>
        <p className={styles.label}>{label}</p>
        {text ? <div className={styles.text}>{text}</div> : null}
      </div>
      {action}
    </div>
  )
}

/** Shows an error and announces it to screen readers. */
export function Failure({ children }: { children: ReactNode }) {
  return (
    <div role="alert" className={styles.failure}>
      {children}
    </div>
  )
}
