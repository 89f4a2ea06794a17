import { Trans } from '@lingui/react/macro'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { listValidators } from '#contract/endpoints/ratings/validators.ts'
import { queryClient } from '#data/query-client.ts'
import { api } from '#session/api.ts'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import styles from '../admin.module.css'
import { LoadFailed } from '../load-failed.tsx'
import list from './users.module.css'
import { ValidatorItem } from './validator-item.tsx'

const validatorsQuery = queryOptions({
  queryKey: ['admin', 'validators'],
  queryFn: async ({ signal }) => (await api.call(listValidators, { signal })).results,
})

export function ValidatorList() {
  const validators = useQuery(validatorsQuery, queryClient)
  if (validators.data === undefined) {
    if (validators.isError) return <LoadFailed error={validators.error} onRetry={() => void validators.refetch()} />
    return <Skeleton width="60%" />
  }
  if (validators.data.length === 0) {
    return (
      <p className={styles.note}>
        <Trans>Nobody has signed up yet.</Trans>
      </p>
    )
  }
  return (
    <ul className={list.validators}>
      {validators.data.map((validator) => (
        <ValidatorItem
          key={validator.id}
          validator={validator}
          onChange={() => queryClient.invalidateQueries({ queryKey: validatorsQuery.queryKey })}
        />
      ))}
    </ul>
  )
}
