import { Plural, Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { exportAudit } from '#contract/endpoints/admin.ts'
import { queryClient } from '#data/query-client.ts'
import { Button } from '#ui/button/button.tsx'
import { EmptyState } from '#ui/data-display/empty-state.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import adminStyles from '../admin.module.css'
import type { AdminSearch } from '../admin-search.ts'
import { CsvButton } from '../csv-button.tsx'
import { useHandleRefusal } from '../handle-refusal.ts'
import { LoadFailed } from '../load-failed.tsx'
import { Pager } from '../pager.tsx'
import listStyles from '../table/list.module.css'
import { PAGE_SIZE } from '../table/page-size.ts'
import { AuditItem } from '../user-page/timeline/audit-item.tsx'
import userStyles from '../user-page/user-page.module.css'
import styles from './audit.module.css'
import { AuditFilters } from './audit-filters.tsx'
import { type AuditView, auditQuery, isNarrowed, readView, selectionOf } from './audit-query.ts'
import { ChainState } from './chain-state.tsx'

type AuditTabProps = { search: AdminSearch; onSearch: (search: AdminSearch) => void }

/** What admins, providers and the operator did, newest first, and whether the list is whole. */
export function AuditTab({ search, onSearch }: AuditTabProps) {
  const list = useRef<HTMLDivElement>(null)
  const view = readView(search)
  const audit = useQuery(auditQuery(view), queryClient)
  useHandleRefusal(audit.error)
  const { data } = audit
  const { page, ...firstPage } = view
  /** Opens the first page of the changed view. */
  const show = (changed: Partial<AuditView>) => {
    const { page: _, ...narrowed } = { ...firstPage, ...changed }
    onSearch({ tab: 'audit', ...narrowed })
  }
  return (
    <>
      <div className={adminStyles.head}>
        <h2>
          <Trans>Audit</Trans>
        </h2>
        <div className={adminStyles.tools}>
          <CsvButton endpoint={exportAudit} query={selectionOf(view)} fallbackName="audit">
            <Trans>Export these entries</Trans>
          </CsvButton>
        </div>
      </div>
      <ChainState />
      <AuditFilters
        view={view}
        onChange={show}
        onEnterList={() => list.current?.querySelector<HTMLElement>('a')?.focus()}
      />
      {view.user === undefined ? null : (
        <p className={styles.selected}>
          <Trans>Only entries by or about one person.</Trans>
          <Button size="s" onClick={() => show({ user: undefined })}>
            <Trans>Show all</Trans>
          </Button>
        </p>
      )}
      {data === undefined && audit.isError ? (
        <LoadFailed error={audit.error} onRetry={() => void audit.refetch()} />
      ) : null}
      <div ref={list} aria-busy={audit.isPlaceholderData}>
        <p role="status" className={listStyles.count}>
          {data && data.count > 0 ? <Plural value={data.count} one="# entry" other="# entries" /> : null}
        </p>
        {audit.isPending ? <Skeleton width="60%" /> : null}
        {data?.count === 0 ? (
          <EmptyState
            title={<Trans>No entries found</Trans>}
            text={isNarrowed(view) ? <Trans>No match. Try fewer words, or choose All.</Trans> : undefined}
            action={
              isNarrowed(view) ? (
                <Button onClick={() => onSearch({ tab: 'audit' })}>
                  <Trans>Show all</Trans>
                </Button>
              ) : undefined
            }
            level={3}
          />
        ) : (
          <ol className={userStyles.rows}>
            {data?.results.map((entry) => (
              <AuditItem key={entry.id} entry={entry} />
            ))}
          </ol>
        )}
        {data ? (
          <Pager
            page={page}
            pages={Math.max(1, Math.ceil(data.count / PAGE_SIZE))}
            onPage={(next) => onSearch({ ...search, tab: 'audit', page: String(next) })}
          />
        ) : null}
      </div>
    </>
  )
}
