import { Plural, Trans } from '@lingui/react/macro'
import styles from './scores-panel.module.css'
import type { TrendPoint } from './use-chat-scores.ts'

/** The number of most recent points in the chart and its table. */
const SHOWN = 20
const WIDTH = 280
const HEIGHT = 84

/** Shows the scores of a chat's answers over time and their running average, as a chart and as figures. */
export function ScoreTrend({ points, current }: { points: readonly TrendPoint[]; current: string }) {
  if (points.length < 2) return null
  const from = Math.max(0, points.length - SHOWN)
  const shown = points.slice(from)
  const x = (at: number) => Math.round((at * WIDTH * 10) / (shown.length - 1)) / 10
  const y = (value: number | null) => Math.round((HEIGHT - ((value ?? 0) * HEIGHT) / 100) * 10) / 10
  const line = shown.map(({ oas }, at) => `${at === 0 ? 'M' : 'L'}${x(at)} ${y(oas)}`).join('')
  return (
    <section className={styles.trend} aria-labelledby="scores-trend">
      <h3 id="scores-trend">
        <Trans>This chat over time</Trans>
      </h3>
      <svg aria-hidden="true" className={styles.chart} viewBox={`-4 -4 ${WIDTH + 8} ${HEIGHT + 8}`}>
        <path className={styles.grid} d={[0, 50, 100].map((value) => `M0 ${y(value)}H${WIDTH}`).join('')} />
        <path className={styles.line} d={line} />
        {shown.map(({ messageId, pcs }, at) => (
          <circle
            key={messageId}
            className={styles.dot}
            data-current={messageId === current ? '' : undefined}
            cx={x(at)}
            cy={y(pcs)}
            r={messageId === current ? 4 : 3}
          />
        ))}
      </svg>
      <p className={styles.legend}>
        <Trans>
          Dots: the score of each answer. Line: the average of the chat so far. From 0 at the bottom to 100.
        </Trans>
      </p>
      <details className={styles.numbers}>
        <summary>
          <Plural value={shown.length} one="# answer as figures" other="# answers as figures" />
        </summary>
        <table>
          <thead>
            <tr>
              <th scope="col">
                <Trans>Answer</Trans>
              </th>
              <th scope="col">
                <Trans>Score</Trans>
              </th>
              <th scope="col">
                <Trans>This chat</Trans>
              </th>
            </tr>
          </thead>
          <tbody>
            {shown.map(({ messageId, pcs, oas }, at) => (
              <tr key={messageId} data-current={messageId === current ? '' : undefined}>
                <th scope="row">{from + at + 1}</th>
                <td>{pcs ?? '–'}</td>
                <td>{oas ?? '–'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </section>
  )
}
