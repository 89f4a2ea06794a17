import { queryOptions } from '@tanstack/react-query'
import { getAgreement } from '#contract/endpoints/ratings/agreement.ts'
import type { RubricAgreement } from '#contract/objects/ratings/agreement.ts'
import type { Scores } from '#contract/objects/scores.ts'
import { api } from '#session/api.ts'

/** How well scores agree with the ratings of people; ratings arrive slowly. */
export const agreementQuery = queryOptions({
  queryKey: ['agreement'],
  queryFn: ({ signal }) => api.call(getAgreement, { signal }),
  staleTime: 10 * 60_000,
})

/** The figures of the judge and the version of the rubric that made these scores. */
export const agreementOf = (
  versions: readonly RubricAgreement[] | undefined,
  { source, rubric_version }: Pick<Scores, 'source' | 'rubric_version'>,
): RubricAgreement | undefined =>
  versions?.find((version) => version.source === source && version.rubric_version === rubric_version)
