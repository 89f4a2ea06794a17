import type { ComponentProps, ReactNode } from 'react'
import { cx } from '../cx.ts'
import { useFieldTies } from './field-context.ts'
import styles from './text-input.module.css'

export type TextInputProps = ComponentProps<'input'> & {
  start?: ReactNode
  /** Shown inside, after the text: a button or a unit. */
  end?: ReactNode
}

/**
 * What a user writes has the direction of its own first letter. Addresses, passwords and numbers stay left to right,
 * because a first letter written from right to left would rearrange the parts of an address.
 */
const directionOf = (type = 'text') => (type === 'text' || type === 'search' ? 'auto' : undefined)

export function TextInput({ start, end, className, ...native }: TextInputProps) {
  const ties = useFieldTies()
  return (
    <div className={cx(styles.box, className)}>
      {start ? <span className={styles.start}>{start}</span> : null}
      <input {...ties} dir={directionOf(native.type)} {...native} className={styles.input} />
      {end ? <span className={styles.end}>{end}</span> : null}
    </div>
  )
}

export function TextArea({ className, ...native }: ComponentProps<'textarea'>) {
  const ties = useFieldTies()
  return (
    <div className={cx(styles.box, className)}>
      <textarea rows={4} dir="auto" {...ties} {...native} className={cx(styles.input, styles.area)} />
    </div>
  )
}
