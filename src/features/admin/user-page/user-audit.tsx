import { Trans } from '@lingui/react/macro'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { listAudit } from '#contract/endpoints/admin.ts'
import { queryClient } from '#data/query-client.ts'
import { api } from '#session/api.ts'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { Group } from '#ui/layout/group.tsx'
import styles from '../admin.module.css'
import { LoadFailed } from '../load-failed.tsx'
import { Pager } from '../pager.tsx'
import { AuditItem } from './audit-item.tsx'
import userStyles from './user-page.module.css'

const PAGE_SIZE = 10

const auditQuery = (id: number, page: number) =>
  queryOptions({
    queryKey: ['admin', 'audit', id, page],
    queryFn: ({ signal }) =>
      api.call(listAudit, { signal, query: { user_id: String(id), page, page_size: PAGE_SIZE } }),
    placeholderData: keepPreviousData,
  })

/** Lists the actions of admins and providers on this user, and the user's own in one of these roles. */
export function UserAudit({ id }: { id: number }) {
  const [page, setPage] = useState(1)
  const audit = useQuery(auditQuery(id, page), queryClient)
  const { data } = audit
  return (
    <Group heading="h2" title={<Trans>What was done</Trans>}>
      {data === undefined && audit.isError ? (
        <LoadFailed error={audit.error} onRetry={() => void audit.refetch()} />
      ) : null}
      {audit.isPending ? <Skeleton width="60%" /> : null}
      {data?.count === 0 ? (
        <p className={styles.note}>
          <Trans>Nothing yet.</Trans>
        </p>
      ) : null}
      <ol className={userStyles.rows}>
        {data?.results.map((entry) => (
          <AuditItem key={entry.id} entry={entry} of={id} />
        ))}
      </ol>
      {data ? <Pager page={page} pages={Math.ceil(data.count / PAGE_SIZE)} onPage={setPage} /> : null}
    </Group>
  )
}
