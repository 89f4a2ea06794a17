import { Trans } from '@lingui/react/macro'
import { type ReactNode, useId } from 'react'
import { LinkButton } from '#ui/button/link-button.tsx'
import styles from './table.module.css'
import { UserLabel, type UserLabelProps } from './user-label.tsx'

export type TableColumn<Row, SortKey extends string> = {
  key: string
  name: string
  /** Without one the table cannot be sorted by this column. */
  sortKey?: SortKey | undefined
  cell: (row: Row) => ReactNode
}

type TableRowProps<Row, SortKey extends string> = {
  row: Row
  columns: readonly TableColumn<Row, SortKey>[]
  user: Omit<UserLabelProps, 'nameId'> & { userId: number }
  isInTabOrder: boolean
  onFocus: () => void
}

/** A row that begins with its user and leads to their page. */
export function TableRow<Row, SortKey extends string>({
  row,
  columns,
  user: { userId, ...label },
  isInTabOrder,
  onFocus,
}: TableRowProps<Row, SortKey>) {
  const nameId = useId()
  return (
    <tr>
      <th scope="row" className={styles.user}>
        <UserLabel {...label} nameId={nameId} />
      </th>
      {columns.map(({ key, name, cell }) => (
        <td key={key} data-column={key}>
          <span className={styles.label}>{name}</span>
          {cell(row)}
        </td>
      ))}
      <td className={styles.action}>
        <LinkButton
          to="/admin-panel/users/$id"
          params={{ id: String(userId) }}
          size="s"
          aria-describedby={nameId}
          tabIndex={isInTabOrder ? 0 : -1}
          onFocus={onFocus}
        >
          <Trans>View Details</Trans>
        </LinkButton>
      </td>
    </tr>
  )
}
