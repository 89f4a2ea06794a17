import { useLingui as useCatalog } from '@lingui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { axes, type Scores } from '#contract/objects/scores.ts'
import { agreementOf, agreementQuery } from '#data/agreement-query.ts'
import { queryClient } from '#data/query-client.ts'
import { cx } from '#ui/cx.ts'
import { axisNames } from '#ui/score-chart/axes.ts'
import styles from './scores-panel.module.css'

interface AxisScoresProps {
  scores: Scores
  onQuote: (quote: string) => void
}

/** Shows each of the six axes with its score, the reason and the quotes that support it. */
export function AxisScores({ scores, onQuote }: AxisScoresProps) {
  const { t } = useLingui()
  const { _ } = useCatalog()
  // Without a connection, or with too few rated answers, there is no agreement to show.
  const { data } = useQuery(agreementQuery, queryClient)
  const agreement = agreementOf(data?.versions, scores)
  return (
    <div className={styles.axes}>
      {axes.map((axis) => {
        const { reason, quote } = scores.reasons[axis] ?? { reason: '', quote: '' }
        const score = scores[axis]
        const within = score === null ? null : (agreement?.axes.find((of) => of.axis === axis)?.within ?? null)
        return (
          <section key={axis} className={cx(styles.axis, styles[axis])} aria-label={_(axisNames[axis])}>
            <div className={styles.axisHead}>
              <h3>{_(axisNames[axis])}</h3>
              <span className={styles.score} data-none={score === null ? '' : undefined}>
                {score ?? <Trans>not assessed</Trans>}
              </span>
            </div>
            {reason === '' ? null : (
              <p className={styles.reason} dir="auto">
                {reason}
              </p>
            )}
            {quote === '' ? null : (
              <button
                type="button"
                className={styles.quote}
                dir="auto"
                title={t`Show in the answer`}
                onClick={() => onQuote(quote)}
              >
                <Trans>“{quote}”</Trans>
              </button>
            )}
            {score === null ? null : (
              <div className={styles.bar} aria-hidden="true">
                <span style={{ inlineSize: `${score}%` }} />
              </div>
            )}
            {within === null ? null : (
              <p className={styles.within}>
                <Trans>People who rated such answers were within ±{within} in nine of ten.</Trans>
              </p>
            )}
          </section>
        )
      })}
    </div>
  )
}
