import { Trans } from '@lingui/react/macro'
import { Radar } from '#ui/score-chart/radar.tsx'
import styles from './example-scores.module.css'

const example = { truth: 92, fairness: 84, wisdom: 78, duty: 88, safety: 95, liberty: 81 }

/** Shows the scores of an invented answer, labelled as an example. */
export function ExampleScores() {
  return (
    <figure className={styles.figure}>
      <Radar values={example} size={340} labels />
      <figcaption className={styles.caption}>
        <Trans>The scores of an example answer</Trans>
      </figcaption>
    </figure>
  )
}
