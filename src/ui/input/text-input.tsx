import type { ComponentProps, ReactNode } from 'react'
import { cx } from '../cx.ts'
import { useFieldTies } from './field-context.ts'
import styles from './text-input.module.css'

export type TextInputProps = ComponentProps<'input'> & {
  start?: ReactNode
  /** Shown inside, after the text: a button or a unit. */
  end?: ReactNode
}

export function TextInput({ start, end, className, ...native }: TextInputProps) {
  const ties = useFieldTies()
  return (
    <div className={cx(styles.box, className)}>
      {start ? <span className={styles.start}>{start}</span> : null}
      <input {...ties} {...native} className={styles.input} />
      {end ? <span className={styles.end}>{end}</span> : null}
    </div>
  )
}

export function TextArea({ className, ...native }: ComponentProps<'textarea'>) {
  const ties = useFieldTies()
  return (
    <div className={cx(styles.box, className)}>
      <textarea rows={4} {...ties} {...native} className={cx(styles.input, styles.area)} />
    </div>
  )
}
