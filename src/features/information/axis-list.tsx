import { useLingui } from '@lingui/react'
import { axes, axisNames } from '#ui/score-chart/axes.ts'
import { axisQuestions } from '#ui/score-chart/axis-questions.ts'
import styles from './axis-list.module.css'

export function AxisList() {
  const { _ } = useLingui()
  return (
    <dl className={styles.axes}>
      {axes.map((axis) => (
        <div key={axis} className={styles[axis]}>
          <dt>{_(axisNames[axis])}</dt>
          <dd>{_(axisQuestions[axis])}</dd>
        </div>
      ))}
    </dl>
  )
}
