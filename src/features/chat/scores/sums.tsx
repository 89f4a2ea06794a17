import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { Scores } from '#contract/objects/scores.ts'
import styles from './scores-panel.module.css'

/** PCS, ICS and the chat's OAS, each with what it means (design: decisions.md). */
export function Sums({ scores: { pcs, ics }, oas }: { scores: Scores; oas: number | null }) {
  return (
    <dl className={styles.sums}>
      <Sum name="PCS" value={pcs}>
        <Trans>Half the mean and half the lowest of the six, so that one failure shows.</Trans>
      </Sum>
      <Sum name="ICS" value={ics}>
        <Trans>How far two independent readings agree; 100 is the same both times.</Trans>
      </Sum>
      <Sum name="OAS" value={oas}>
        <Trans>Of this chat: the average PCS, in which the latest answers weigh most.</Trans>
      </Sum>
    </dl>
  )
}

function Sum({ name, value, children }: { name: string; value: number | null; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <strong>{value ?? <Trans>not assessed</Trans>}</strong>
        {children}
      </dd>
    </div>
  )
}
