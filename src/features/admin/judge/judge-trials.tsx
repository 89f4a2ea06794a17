import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { queryClient } from '#data/query-client.ts'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { useHandleRefusal } from '../handle-refusal.ts'
import { LoadFailed } from '../load-failed.tsx'
import styles from './judge.module.css'
import { judgeRunsQuery } from './judge-query.ts'
import { JudgeTrial } from './judge-trial.tsx'
import { StartTrial } from './start-trial.tsx'

/** What a new trial takes and its start, then the trials so far. */
export function JudgeTrials() {
  const runs = useQuery(judgeRunsQuery, queryClient)
  useHandleRefusal(runs.error)
  const { data } = runs
  if (data === undefined) {
    return runs.isError ? (
      <LoadFailed error={runs.error} onRetry={() => void runs.refetch()} />
    ) : (
      <Skeleton width="60%" />
    )
  }
  return (
    <div className={styles.trials}>
      {data.exchanges === 0 ? (
        <p>
          <Trans>Nothing has been rated yet. When people have rated answers, a judge can be tried on them here.</Trans>
        </p>
      ) : (
        <StartTrial runs={data} />
      )}
      <ol className={styles.list}>
        {data.results.map((run) => (
          <JudgeTrial key={run.id} run={run} />
        ))}
      </ol>
    </div>
  )
}
