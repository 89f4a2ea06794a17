import { Trans, useLingui } from '@lingui/react/macro'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { listAudit } from '#contract/endpoints/admin.ts'
import { queryClient } from '#data/query-client.ts'
import { api } from '#session/api.ts'
import { Group } from '#ui/layout/group.tsx'
import styles from '../admin.module.css'
import { LoadFailed } from '../load-failed.tsx'
import { Pager } from '../pager.tsx'
import { actorTexts } from './timeline/audit-messages.ts'
import { Moment } from './timeline/moment.tsx'
import userStyles from './user-page.module.css'

const PAGE_SIZE = 5

export const viewsQuery = (id: number, page: number) =>
  queryOptions({
    queryKey: ['admin', 'views', id, page],
    queryFn: ({ signal }) => api.call(listAudit, { signal, query: { viewed: String(id), page, page_size: PAGE_SIZE } }),
    placeholderData: keepPreviousData,
  })

/** Lists who viewed a user's page, and when, newest first: providers and admins, this admin too. */
export function UserViews({ id }: { id: number }) {
  const { i18n } = useLingui()
  const [page, setPage] = useState(1)
  const views = useQuery(viewsQuery(id, page), queryClient)
  const { data } = views
  return (
    <Group heading="h2" title={<Trans>Who looked</Trans>}>
      {data === undefined && views.isError ? (
        <LoadFailed error={views.error} onRetry={() => void views.refetch()} />
      ) : null}
      {data?.count === 0 ? (
        <p className={styles.note}>
          <Trans>Nobody has looked at this page yet.</Trans>
        </p>
      ) : null}
      <ol className={userStyles.rows}>
        {data?.results.map(({ id: entry, actor_name, actor_kind, created_at }) => (
          <li key={entry} className={userStyles.row}>
            <div className={userStyles.texts}>
              <p className={userStyles.name} dir="auto">
                {actor_name ?? <Trans>Deleted account</Trans>}
              </p>
              <p className={userStyles.note}>
                {i18n._(actorTexts[actor_kind])} · <Moment at={created_at} />
              </p>
            </div>
          </li>
        ))}
      </ol>
      {data ? <Pager page={page} pages={Math.ceil(data.count / PAGE_SIZE)} onPage={setPage} /> : null}
    </Group>
  )
}
