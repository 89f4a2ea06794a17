import { Plural, Trans } from '@lingui/react/macro'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ResponseOf } from '#contract/endpoint.ts'
import type { listUsers } from '#contract/endpoints/admin.ts'
import { EmptyState } from '#ui/data-display/empty-state.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { LoadFailed } from '../load-failed.tsx'
import { Pager } from '../pager.tsx'
import { PAGE_SIZE, type UsersView } from './list-users.ts'
import { UserItem } from './user-item.tsx'
import styles from './users.module.css'

type UserListProps = {
  users: UseQueryResult<ResponseOf<typeof listUsers>>
  view: UsersView
  onPage: (page: number) => void
}

export function UserList({ users, view, onPage }: UserListProps) {
  const { data } = users
  if (data === undefined) {
    if (users.isError) return <LoadFailed error={users.error} onRetry={() => void users.refetch()} />
    return (
      <div className={styles.list} aria-busy="true">
        {[1, 2, 3, 4].map((key) => (
          <div key={key} className={styles.card}>
            <Skeleton width="44px" height="44px" round />
            <Skeleton width="60%" />
          </div>
        ))}
      </div>
    )
  }
  const pages = Math.max(1, Math.ceil(data.count / PAGE_SIZE))
  return (
    <>
      <p role="status" className={styles.count}>
        {data.count === 0 ? null : <Plural value={data.count} one="# person" other="# people" />}
      </p>
      {data.results.length === 0 ? (
        <EmptyState
          title={<Trans>No Users Found</Trans>}
          text={view.search || view.flag ? <Trans>Nobody matches. Search for less, or choose All.</Trans> : undefined}
          level={3}
        />
      ) : (
        <ul className={styles.list} data-stale={users.isPlaceholderData || undefined}>
          {data.results.map((user) => (
            <UserItem key={user.id} user={user} />
          ))}
        </ul>
      )}
      <Pager page={view.page} pages={pages} onPage={onPage} />
    </>
  )
}
