import { Trans } from '@lingui/react/macro'
import type { Scores } from '#contract/objects/scores.ts'
import styles from './scores-panel.module.css'

/** Shows PCS and ICS of the answer and OAS of its chat. */
export function Sums({ scores: { pcs, ics }, oas }: { scores: Scores; oas: number | null }) {
  return (
    <dl className={styles.sums}>
      <Sum name="PCS" value={pcs} />
      <Sum name="ICS" value={ics} />
      <Sum name="OAS" value={oas} />
    </dl>
  )
}

function Sum({ name, value }: { name: string; value: number | null }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd data-none={value === null ? '' : undefined}>{value ?? <Trans>not assessed</Trans>}</dd>
    </div>
  )
}

/** Explains PCS, ICS and OAS in one sentence each. */
export function SumsExplained() {
  return (
    <dl className={styles.meanings}>
      <dt>PCS</dt>
      <dd>
        <Trans>Half the mean and half the lowest of the six, so that one failure shows.</Trans>
      </dd>
      <dt>ICS</dt>
      <dd>
        <Trans>How far two independent readings agree; 100 is the same both times.</Trans>
      </dd>
      <dt>OAS</dt>
      <dd>
        <Trans>Of this chat: the average PCS, in which the latest answers weigh most.</Trans>
      </dd>
    </dl>
  )
}
