import { Trans } from '@lingui/react/macro'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { readTimeline } from '#contract/endpoints/admin-billing.ts'
import { queryClient } from '#data/query-client.ts'
import { api } from '#session/api.ts'
import { LinkButton } from '#ui/button/link-button.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { Group } from '#ui/layout/group.tsx'
import styles from '../../admin.module.css'
import { LoadFailed } from '../../load-failed.tsx'
import { Pager } from '../../pager.tsx'
import userStyles from '../user-page.module.css'
import { TimelineItem } from './timeline-item.tsx'

const PAGE_SIZE = 10

export const timelineQuery = (id: number, page: number) =>
  queryOptions({
    queryKey: ['admin', 'timeline', id, page],
    queryFn: ({ signal }) => api.call(readTimeline, { signal, params: { id }, query: { page, page_size: PAGE_SIZE } }),
    placeholderData: keepPreviousData,
  })

/**
 * Lists a user's payments, refunds and mails about money, and what admins and providers did, the user included in one
 * of these roles.
 */
export function UserTimeline({ id }: { id: number }) {
  const [page, setPage] = useState(1)
  const timeline = useQuery(timelineQuery(id, page), queryClient)
  const { data } = timeline
  return (
    <Group heading="h2" title={<Trans>Activity</Trans>}>
      {data === undefined && timeline.isError ? (
        <LoadFailed error={timeline.error} onRetry={() => void timeline.refetch()} />
      ) : null}
      {timeline.isPending ? <Skeleton width="60%" /> : null}
      {data?.count === 0 ? (
        <p className={styles.note}>
          <Trans>
            Nothing yet. Payments, refunds, mails about money, and what admins and providers do with this account are
            listed here.
          </Trans>
        </p>
      ) : null}
      <ol className={userStyles.rows}>
        {data?.results.map((entry) => (
          <TimelineItem key={`${entry.kind} ${entry.id}`} entry={entry} of={id} />
        ))}
      </ol>
      {data && data.count > 0 ? (
        <LinkButton to="/admin-panel" search={{ tab: 'audit', user: String(id) }} size="s">
          <Trans>Show in the audit</Trans>
        </LinkButton>
      ) : null}
      {data ? <Pager page={page} pages={Math.ceil(data.count / PAGE_SIZE)} onPage={setPage} /> : null}
    </Group>
  )
}
