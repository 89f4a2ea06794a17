import { queryOptions } from '@tanstack/react-query'
import { compareJudgeRun, listJudgeRuns } from '#contract/endpoints/ratings/judge-runs.ts'
import type { JudgeRun } from '#contract/objects/ratings/judge-run.ts'
import { queryClient } from '#data/query-client.ts'
import { api } from '#session/api.ts'

/** While a trial runs, its progress is read this often. */
const PROGRESS_MS = 3_000

const isRunning = ({ state }: JudgeRun): boolean => state === 'running'

export const judgeRunsQuery = queryOptions({
  queryKey: ['admin', 'judge-runs'],
  queryFn: ({ signal }) => api.call(listJudgeRuns, { signal }),
  refetchInterval: ({ state }) => (state.data?.results.some(isRunning) ? PROGRESS_MS : false),
})

/** The comparison is read again when more has been scored. */
export const comparisonQuery = ({ id, state, scored }: JudgeRun) =>
  queryOptions({
    queryKey: ['admin', 'judge-runs', id, state, scored],
    queryFn: ({ signal }) => api.call(compareJudgeRun, { signal, params: { id } }),
  })

export const refreshJudgeRuns = (): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: judgeRunsQuery.queryKey, exact: true })
