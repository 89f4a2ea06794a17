import { type ReactNode, useId } from 'react'
import styles from './form.module.css'
import { FormField } from './form-field.tsx'

export type CheckboxesFieldProps = {
  name: string
  label: ReactNode
  description?: ReactNode
  options: { value: string; label: string }[]
}

/**
 * Several values of a list, each with its checkbox; the form has those that are checked, in the order in which they
 * were.
 */
export function CheckboxesField({ name, label, description, options }: CheckboxesFieldProps) {
  const id = useId()
  return (
    <FormField name={name} type="string[]">
      {({ value, error, input }) => (
        <fieldset className={styles.checks} aria-describedby={description || error ? `${id}-note` : undefined}>
          <legend>{label}</legend>
          {options.map((option) => (
            <label key={option.value} className={styles.check}>
              <input
                {...input}
                type="checkbox"
                className={styles.box}
                value={option.value}
                checked={Array.isArray(value) && value.includes(option.value)}
                aria-invalid={error ? true : undefined}
              />
              {option.label}
            </label>
          ))}
          {description || error ? (
            <p id={`${id}-note`} className={error ? styles.wrong : styles.note}>
              {error ?? description}
            </p>
          ) : null}
        </fieldset>
      )}
    </FormField>
  )
}
