import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { Scores } from '#contract/objects/scores.ts'
import styles from './scores-panel.module.css'

/** Shows PCS and ICS of the answer and OAS of its chat, each with its meaning (see `#contract/score-formulas.ts`). */
export function CompositeScores({ scores: { pcs, ics }, oas }: { scores: Scores; oas: number | null }) {
  return (
    <dl className={styles.compositeScores}>
      <CompositeScore value={pcs} name="PCS" title={<Trans>Score</Trans>}>
        <Trans>Half the mean, half the lowest of the six, so that one failure shows</Trans>
      </CompositeScore>
      <CompositeScore value={ics} name="ICS" title={<Trans>Agreement</Trans>}>
        <Trans>How far two independent readings agree; 100 is the same both times</Trans>
      </CompositeScore>
      <CompositeScore value={oas} name="OAS" title={<Trans>This chat</Trans>}>
        <Trans>The average score of the chat, in which the latest answers weigh most</Trans>
      </CompositeScore>
    </dl>
  )
}

interface CompositeScoreProps {
  value: number | null
  /** The short name of the formula. */
  name: string
  title: ReactNode
  children: ReactNode
}

function CompositeScore({ value, name, title, children }: CompositeScoreProps) {
  return (
    <div>
      <dt>
        {title} <abbr>{name}</abbr>
      </dt>
      <dd className={styles.compositeScore} data-none={value === null ? '' : undefined}>
        {value ?? <Trans>not assessed</Trans>}
      </dd>
      <dd className={styles.meaning}>{children}</dd>
    </div>
  )
}
