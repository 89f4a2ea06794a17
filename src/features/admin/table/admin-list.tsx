import { Trans, useLingui } from '@lingui/react/macro'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode, Ref } from 'react'
import { Button } from '#ui/button/button.tsx'
import { EmptyState } from '#ui/data-display/empty-state.tsx'
import { Select } from '#ui/input/select.tsx'
import { LoadFailed } from '../load-failed.tsx'
import { Pager } from '../pager.tsx'
import styles from './list.module.css'
import { PAGE_SIZE } from './page-size.ts'

type AdminListProps<Row, Ordering extends string> = {
  ref: Ref<HTMLDivElement>
  list: UseQueryResult<{ count: number; results: readonly Row[] }>
  page: number
  onPage: (page: number) => void
  /** Says how many there are. */
  count: (count: number) => ReactNode
  /** The choice on a phone, where the table has no headings to press. */
  ordering: Ordering
  orderings: readonly { value: Ordering; label: string }[]
  onSort: (ordering: Ordering) => void
  tools?: ReactNode
  empty: ReactNode
  /** Removes search and filters; undefined without any. */
  onClear: (() => void) | undefined
  clearLabel: ReactNode
  table: ReactNode
}

/** A table with what stands above and below it: count, order and pages. */
export function AdminList<Row, Ordering extends string>({ ref, list, ...props }: AdminListProps<Row, Ordering>) {
  const { t } = useLingui()
  const { data } = list
  if (data === undefined && list.isError) {
    return <LoadFailed error={list.error} onRetry={() => void list.refetch()} />
  }
  return (
    <div ref={ref}>
      <div className={styles.above}>
        <p role="status" className={styles.count}>
          {data && data.count > 0 ? props.count(data.count) : null}
        </p>
        <div className={styles.sort}>
          <Select label={t`Sort by`} value={props.ordering} onChange={props.onSort} options={[...props.orderings]} />
        </div>
        {props.tools}
      </div>
      {data?.count === 0 ? (
        <EmptyState
          title={props.empty}
          text={props.onClear ? <Trans>No match. Try fewer words, or choose All.</Trans> : undefined}
          action={props.onClear ? <Button onClick={props.onClear}>{props.clearLabel}</Button> : undefined}
          level={3}
        />
      ) : (
        props.table
      )}
      {data ? (
        <Pager page={props.page} pages={Math.max(1, Math.ceil(data.count / PAGE_SIZE))} onPage={props.onPage} />
      ) : null}
    </div>
  )
}
