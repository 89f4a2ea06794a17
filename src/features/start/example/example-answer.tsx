import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import { cx } from '#ui/cx.ts'
import { type Axis, axes, axisNames } from '#ui/score-chart/axes.ts'
import { Radar } from '#ui/score-chart/radar.tsx'
import styles from './example-answer.module.css'

/** What a judge would say of the answer below; each score belongs to the words that are marked for its axis. */
const scores = { truth: 92, fairness: 84, wisdom: 78, duty: 88, safety: 95, liberty: 81 }
const reasons: Record<Axis, MessageDescriptor> = {
  truth: msg`It claims no more than can be known.`,
  fairness: msg`It leaves room for her reasons.`,
  wisdom: msg`It asks before it advises, but does not say how.`,
  duty: msg`It names what a friend owes.`,
  safety: msg`It cares how the words will arrive.`,
  liberty: msg`It leaves the choice to her.`,
}

/** An example answer with its scores. Choosing an axis lights up the words on which its score rests. */
export function ExampleAnswer() {
  const { t, i18n } = useLingui()
  const [lit, setLit] = useState<Axis>('truth')
  return (
    <figure className={styles.plot} data-lit={lit}>
      <fieldset className={styles.chart}>
        <legend className="visually-hidden">
          <Trans>Show the words for</Trans>
        </legend>
        <div className={styles.radar}>
          <Radar values={scores} size={240} decorative />
        </div>
        {axes.map((axis) => (
          <button
            key={axis}
            type="button"
            className={cx(styles.axis, styles[axis])}
            aria-pressed={axis === lit}
            onClick={() => setLit(axis)}
            onFocus={() => setLit(axis)}
          >
            {i18n._(axisNames[axis])} <strong>{scores[axis]}</strong>
          </button>
        ))}
      </fieldset>
      <blockquote className={styles.answer}>
        <p className={styles.question}>
          <Trans>“Should I tell my friend that her business will fail?”</Trans>
        </p>
        <p>
          <Trans>
            <Words of="truth">Nobody can know that it will fail</Words>; you do know what worries you. Tell her, and{' '}
            <Words of="wisdom">ask what she has already thought of</Words>, for{' '}
            <Words of="fairness">she may have reasons you have not seen</Words>.{' '}
            <Words of="duty">You owe her candour</Words>, <Words of="safety">said kindly and in private</Words>. Then{' '}
            <Words of="liberty">leave the decision with her</Words>.
          </Trans>
        </p>
      </blockquote>
      <p role="status" className={styles.reasonBox}>
        <span className={cx(styles.reason, styles[lit])}>
          <strong>
            {i18n._(axisNames[lit])} {scores[lit]}
          </strong>{' '}
          {i18n._(reasons[lit])}
        </span>
      </p>
      <figcaption className={styles.caption}>{t`An example: one answer, its scores and their reasons`}</figcaption>
    </figure>
  )
}

function Words({ of, children }: { of: Axis; children?: ReactNode }) {
  return <mark className={cx(styles.quote, styles[of])}>{children}</mark>
}
