import { type ReactNode, useId } from 'react'
import styles from './form.module.css'
import { FormField } from './form-field.tsx'

export type CheckboxFieldProps = { name: string; label: ReactNode; description?: ReactNode }

export function CheckboxField({ name, label, description }: CheckboxFieldProps) {
  const id = useId()
  return (
    <FormField name={name} type="boolean">
      {({ value, error, input }) => (
        <div className={styles.check}>
          <input
            {...input}
            id={id}
            type="checkbox"
            className={styles.box}
            checked={value === true}
            aria-describedby={description || error ? `${id}-note` : undefined}
            aria-invalid={error ? true : undefined}
          />
          <label htmlFor={id}>{label}</label>
          {description || error ? (
            <p id={`${id}-note`} className={error ? styles.wrong : styles.note}>
              {error ?? description}
            </p>
          ) : null}
        </div>
      )}
    </FormField>
  )
}
