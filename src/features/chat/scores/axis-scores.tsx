import { useLingui as useCatalog } from '@lingui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect } from 'react'
import { axes, type Scores } from '#contract/objects/scores.ts'
import { axisNames } from '#ui/axes.ts'
import { cx } from '#ui/cx.ts'
import { announce } from '#ui/live-region.tsx'
import styles from './scores-panel.module.css'
import { hideQuote, showQuote } from './show-quote.ts'

/** Each of the six with its number, its reason and the words of the answer that it rests on. */
export function AxisScores({ message, scores }: { message: string; scores: Scores }) {
  const { t } = useLingui()
  const { _ } = useCatalog()
  useEffect(() => hideQuote, [])
  const show = (quote: string) => {
    if (!showQuote(message, quote)) announce(t`These words are further up or down in the chat`)
  }
  return (
    <div className={styles.axes}>
      {axes.map((axis) => {
        const { reason, quote } = scores.reasons[axis] ?? { reason: '', quote: '' }
        const score = scores[axis]
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
                onClick={() => show(quote)}
              >
                “{quote}”
              </button>
            )}
            {score === null ? null : (
              <div className={styles.bar} aria-hidden="true">
                <span style={{ inlineSize: `${score}%` }} />
              </div>
            )}
          </section>
        )
      })}
    </div>
  )
}
