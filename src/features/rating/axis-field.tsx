import { Trans, useLingui } from '@lingui/react/macro'
import { useId } from 'react'
import { FormField } from '#ui/form/form-field.tsx'
import { textOf } from '#ui/form/text-field.tsx'
import { TextInput } from '#ui/input/text-input.tsx'
import { type Axis, axisNames } from '#ui/score-chart/axes.ts'
import { axisQuestions } from '#ui/score-chart/axis-questions.ts'
import styles from './rating-page.module.css'

interface AxisFieldProps {
  axis: Axis
  /** Called after a choice that fires no change event. */
  onChoice: () => void
}

/**
 * A score from 0 to 100, as a slider and as a number. It is an empty text until the validator has chosen: a preset
 * value would pull the judgement towards it.
 */
export function AxisField({ axis, onChoice }: AxisFieldProps) {
  const { t, i18n } = useLingui()
  const id = useId()
  const name = i18n._(axisNames[axis])
  return (
    <FormField name={axis}>
      {({ value, error, input, change }) => (
        <div className={styles.axis} data-unset={value === '' || undefined}>
          <label htmlFor={`${id}-number`} className={styles.axisName}>
            {name}
          </label>
          <p id={`${id}-question`} className={styles.intro}>
            {i18n._(axisQuestions[axis])}
          </p>
          <div className={styles.scale}>
            <input
              type="range"
              min={0}
              max={100}
              step={1}
              value={value === '' ? 50 : textOf(value)}
              aria-label={t`${name}, slider`}
              aria-describedby={`${id}-question`}
              aria-valuetext={value === '' ? t`not rated` : textOf(value)}
              onChange={(event) => change(event.currentTarget.value)}
              // A click on the middle, where the slider stands already, fires no change event but is a choice.
              onClick={(event) => {
                change(event.currentTarget.value)
                onChoice()
              }}
            />
            <TextInput
              ref={input.ref}
              id={`${id}-number`}
              type="number"
              inputMode="numeric"
              min={0}
              max={100}
              step={1}
              value={textOf(value)}
              placeholder="–"
              aria-invalid={error ? true : undefined}
              aria-describedby={error ? `${id}-error ${id}-question` : `${id}-question`}
              onChange={(event) => change(toScore(event.currentTarget.value))}
            />
          </div>
          <p id={`${id}-error`} className={styles.error}>
            {error ? <Trans>Choose a score</Trans> : null}
          </p>
        </div>
      )}
    </FormField>
  )
}

const toScore = (text: string): string =>
  text === '' || Number.isNaN(Number(text)) ? '' : String(Math.min(100, Math.max(0, Math.round(Number(text)))))
