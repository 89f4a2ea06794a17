import { useLingui } from '@lingui/react/macro'
import type { ListedUser, UserOrdering, UserSortKey } from '#contract/objects/user-list.ts'
import { AdminTable } from '../../table/admin-table.tsx'
import { nextOrdering } from '../../table/ordering.ts'
import { UserBadges } from '../user-badges.tsx'
import { UserCell } from './user-cell.tsx'
import { columnNames, columnSortKeys, latestFirst, type UserColumn } from './user-columns.ts'

type UserTableProps = {
  /** Undefined while they load. */
  users: readonly ListedUser[] | undefined
  isStale: boolean
  columns: readonly UserColumn[]
  ordering: UserOrdering
  /** Undefined while the columns are unknown. */
  onSort: ((ordering: UserOrdering) => void) | undefined
}

export function UserTable({ users, isStale, columns, ordering, onSort }: UserTableProps) {
  const { t, i18n } = useLingui()
  return (
    <AdminTable<ListedUser, UserSortKey>
      label={t`Users`}
      rows={users}
      isStale={isStale}
      columns={columns.map((column) => ({
        key: column,
        name: i18n._(columnNames[column]),
        sortKey: columnSortKeys[column],
        cell: (user) => <UserCell user={user} column={column} />,
      }))}
      userKey="name"
      userOf={(user) => ({
        userId: user.id,
        user,
        photoUrl: user.profile.photo_url,
        badges: <UserBadges user={user} />,
      })}
      ordering={ordering}
      onSort={onSort && ((key) => onSort(nextOrdering(key, ordering, latestFirst)))}
    />
  )
}
