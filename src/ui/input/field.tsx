import { type ReactNode, useId } from 'react'
import styles from './field.module.css'
import { FieldContext } from './field-context.ts'

export type FieldProps = {
  label: ReactNode
  /** Shown under the label, before the control. */
  description?: ReactNode
  /** The error text; its line is always reserved, so that it causes no layout shift. */
  error?: ReactNode
  /** A hint that is not an error (caps lock, remaining characters). */
  hint?: ReactNode
  optional?: ReactNode
  hideLabel?: boolean | undefined
  className?: string | undefined
  /** A control that uses `useFieldTies()`: TextInput, TextArea, Select. */
  children: ReactNode
}

export function Field(props: FieldProps) {
  const { label, description, error, hint, optional, hideLabel, className, children } = props
  const id = useId()
  const note = error || hint
  const described = [description && `${id}-description`, note && `${id}-note`].filter(Boolean).join(' ')
  const ties = { id, labelId: `${id}-label`, describedBy: described || undefined, invalid: Boolean(error) }
  return (
    <div className={className ? `${styles.field} ${className}` : styles.field}>
      <label id={ties.labelId} htmlFor={id} className={hideLabel ? 'visually-hidden' : styles.label}>
        {label}
        {optional ? <span className={styles.optional}>{optional}</span> : null}
      </label>
      {description ? (
        <p id={`${id}-description`} className={styles.description}>
          {description}
        </p>
      ) : null}
      <FieldContext value={ties}>{children}</FieldContext>
      <p id={`${id}-note`} className={error ? styles.error : styles.hint} aria-live="polite">
        {error}
        {error && hint ? ' ' : null}
        {hint ? <span className={styles.hint}>{hint}</span> : null}
      </p>
    </div>
  )
}
