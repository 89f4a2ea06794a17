import { Trans, useLingui } from '@lingui/react/macro'
import { useId } from 'react'
import { TextInput } from '#ui/input/text-input.tsx'
import { type Axis, axisNames } from '#ui/score-chart/axes.ts'
import { axisQuestions } from '#ui/score-chart/axis-questions.ts'
import styles from './rating-page.module.css'

interface AxisFieldProps {
  axis: Axis
  /** Null until the validator has chosen: a preset value would pull the judgement towards it. */
  value: number | null
  isMissing: boolean
  onChange: (value: number | null) => void
}

/** A score from 0 to 100, as a slider and as a number. */
export function AxisField({ axis, value, isMissing, onChange }: AxisFieldProps) {
  const { t, i18n } = useLingui()
  const id = useId()
  const name = i18n._(axisNames[axis])
  return (
    <div className={styles.axis} data-unset={value === null || undefined}>
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
          value={value ?? 50}
          aria-label={t`${name}, slider`}
          aria-describedby={`${id}-question`}
          aria-valuetext={value === null ? t`not rated` : String(value)}
          onChange={(event) => onChange(event.currentTarget.valueAsNumber)}
          // A click on the middle, where the slider stands already, fires no change event but is a choice.
          onClick={(event) => onChange(event.currentTarget.valueAsNumber)}
        />
        <TextInput
          id={`${id}-number`}
          type="number"
          inputMode="numeric"
          min={0}
          max={100}
          step={1}
          value={value ?? ''}
          placeholder="–"
          aria-invalid={isMissing || undefined}
          aria-describedby={isMissing ? `${id}-error ${id}-question` : `${id}-question`}
          onChange={(event) => onChange(toScore(event.currentTarget.value))}
        />
      </div>
      <p id={`${id}-error`} className={styles.error}>
        {isMissing ? <Trans>Choose a score</Trans> : null}
      </p>
    </div>
  )
}

const toScore = (text: string): number | null =>
  text === '' || Number.isNaN(Number(text)) ? null : Math.min(100, Math.max(0, Math.round(Number(text))))
