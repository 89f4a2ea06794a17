import { Trans } from '@lingui/react/macro'
import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { ChevronDownIcon } from '#ui/icons/icons.tsx'
import { ScrollRegion } from '#ui/layout/scroll-region.tsx'
import { isDescending, sortKeyOf } from './ordering.ts'
import styles from './table.module.css'
import { type TableColumn, TableRow } from './table-row.tsx'
import type { UserLabelProps } from './user-label.tsx'
import { WaitingRow } from './waiting-row.tsx'

type AdminTableProps<Row, SortKey extends string> = {
  label: string
  /** Undefined while they load. */
  rows: readonly Row[] | undefined
  isStale: boolean
  columns: readonly TableColumn<Row, SortKey>[]
  /** Sorts by the user, who is the first column. */
  userKey: SortKey
  userOf: (row: Row) => Omit<UserLabelProps, 'nameId'> & { userId: number }
  ordering: string
  /**
   * Undefined while the columns are unknown: a heading cannot be pressed before the table is replaced by the final one.
   */
  onSort: ((key: SortKey) => void) | undefined
}

const waitingRows = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]

/** A table on a desktop, cards on a phone. Arrow keys move between its rows, of which one is in the tab order. */
export function AdminTable<Row extends { id: number }, SortKey extends string>({
  label,
  rows,
  isStale,
  columns,
  userKey,
  userOf,
  ordering,
  onSort,
}: AdminTableProps<Row, SortKey>) {
  const [current, setCurrent] = useState<number>()
  const inTabOrder = rows?.some(({ id }) => id === current) ? current : rows?.[0]?.id
  return (
    <ScrollRegion label={label} focusable={false} className={styles.scroll}>
      <table className={styles.table} aria-busy={rows === undefined} data-stale={isStale || undefined}>
        <thead>
          <tr>
            <SortableHeading sortKey={userKey} ordering={ordering} onSort={onSort}>
              <Trans>Person</Trans>
            </SortableHeading>
            {columns.map(({ key, name, sortKey }) => (
              <SortableHeading key={key} sortKey={sortKey} ordering={ordering} onSort={onSort}>
                {name}
              </SortableHeading>
            ))}
            <th scope="col">
              <span className="visually-hidden">
                <Trans>Details</Trans>
              </span>
            </th>
          </tr>
        </thead>
        <tbody onKeyDown={moveBetweenRows}>
          {rows?.map((row) => (
            <TableRow
              key={row.id}
              row={row}
              columns={columns}
              user={userOf(row)}
              isInTabOrder={row.id === inTabOrder}
              onFocus={() => setCurrent(row.id)}
            />
          )) ?? waitingRows.map((row) => <WaitingRow key={row} columns={columns} />)}
        </tbody>
      </table>
    </ScrollRegion>
  )
}

type SortableHeadingProps<SortKey extends string> = {
  sortKey: SortKey | undefined
  ordering: string
  onSort: ((key: SortKey) => void) | undefined
  children: ReactNode
}

function SortableHeading<SortKey extends string>({
  sortKey,
  ordering,
  onSort,
  children,
}: SortableHeadingProps<SortKey>) {
  if (sortKey === undefined) return <th scope="col">{children}</th>
  const direction = isDescending(ordering) ? 'descending' : 'ascending'
  const sorted = sortKeyOf(ordering) === sortKey ? direction : undefined
  const content = (
    <>
      {children}
      <ChevronDownIcon size={16} className={styles.arrow} />
    </>
  )
  return (
    <th scope="col" aria-sort={sorted}>
      {onSort === undefined ? (
        <span className={styles.sort}>{content}</span>
      ) : (
        <button type="button" className={styles.sort} onClick={() => onSort(sortKey)}>
          {content}
        </button>
      )}
    </th>
  )
}

function moveBetweenRows(event: KeyboardEvent<HTMLElement>): void {
  const links = [...event.currentTarget.querySelectorAll('a')]
  const at = links.findIndex((link) => link.matches(':focus'))
  const targets: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: links.length - 1 }
  const target = links[targets[event.key] ?? -1]
  if (at === -1 || target === undefined) return
  event.preventDefault()
  target.focus()
}
