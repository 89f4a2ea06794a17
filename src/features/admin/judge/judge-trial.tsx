import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { stopJudgeRun } from '#contract/endpoints/ratings/judge-runs.ts'
import type { JudgeRun } from '#contract/objects/ratings/judge-run.ts'
import { queryClient } from '#data/query-client.ts'
import { useAction } from '#data/use-action.ts'
import { formatNumber } from '#i18n/format.ts'
import { useLanguage } from '#i18n/use-language.ts'
import { api } from '#session/api.ts'
import { Button } from '#ui/button/button.tsx'
import { Badge } from '#ui/data-display/badge.tsx'
import { focusAfterRemoval } from '#ui/focus-after-removal.ts'
import { Failure } from '#ui/layout/group.tsx'
import { DateText } from '../date-text.tsx'
import { ComparisonTable } from './comparison-table.tsx'
import styles from './judge.module.css'
import { comparisonQuery, refreshJudgeRuns } from './judge-query.ts'

const stateNames: Readonly<Record<JudgeRun['state'], MessageDescriptor>> = {
  running: msg`Running`,
  done: msg({ message: 'Done', context: 'judge run' }),
  stopped: msg({ message: 'Stopped', context: 'judge run' }),
  failed: msg`The model did not answer`,
}

/** A trial with its progress, and side by side how both judges agree with people. */
export function JudgeTrial({ run }: { run: JudgeRun }) {
  const { t, i18n } = useLingui()
  const language = useLanguage()
  const comparison = useQuery(
    { ...comparisonQuery(run), enabled: run.state !== 'running' && run.scored > 0 },
    queryClient,
  )
  const name = useRef<HTMLParagraphElement>(null)
  const stop = useAction(async () => {
    await api.call(stopJudgeRun, { params: { id: run.id } })
    await refreshJudgeRuns()
  })
  const { scored, total, rubric_version: rubric } = run
  const tokens = formatNumber(run.tokens, language)
  return (
    <li className={styles.trial}>
      <div className={styles.head}>
        <div>
          <p ref={name} tabIndex={-1} className={styles.name}>
            {run.model === null ? rubric : `${run.model}, ${rubric}`}
          </p>
          <p className={styles.soft}>
            <DateText at={run.started_at} /> ·{' '}
            <Trans>
              {scored} of {total} answers
            </Trans>
            {run.tokens > 0 ? <> · {t`${tokens} tokens`}</> : null}
          </p>
        </div>
        <Badge tone={run.state === 'failed' ? 'warn' : 'neutral'}>{i18n._(stateNames[run.state])}</Badge>
        {run.state === 'running' ? (
          <Button
            ref={focusAfterRemoval(() => name.current)}
            size="s"
            pending={stop.pending}
            onClick={() => stop.run()}
          >
            <Trans>Stop</Trans>
          </Button>
        ) : null}
      </div>
      <Failure>{stop.failure}</Failure>
      {comparison.data ? <ComparisonTable comparison={comparison.data} /> : null}
    </li>
  )
}
