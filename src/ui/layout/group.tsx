import { type ReactNode, type Ref, useId } from 'react'
import styles from './group.module.css'

export type GroupProps = {
  title: ReactNode
  text?: ReactNode
  /** h3 unless the group stands right under the page's title. */
  heading?: 'h2' | 'h3' | undefined
  /** For what gives the heading the focus when what had it is gone. */
  headingRef?: Ref<HTMLHeadingElement> | undefined
  children: ReactNode
}

/** Settings that belong together, under a heading. */
export function Group({ title, text, heading: Heading = 'h3', headingRef, children }: GroupProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={styles.group}>
      <Heading id={id} ref={headingRef} tabIndex={headingRef ? -1 : undefined} className={styles.title}>
        {title}
      </Heading>
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
