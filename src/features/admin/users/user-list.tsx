import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { UseQueryResult } from '@tanstack/react-query'
import type { Ref } from 'react'
import type { ResponseOf } from '#contract/endpoint.ts'
import type { listUsers } from '#contract/endpoints/admin.ts'
import { type UserOrdering, userOrderings } from '#contract/objects/user-list.ts'
import { useAction } from '#data/use-action.ts'
import { useLiveQuery } from '#data/use-live-query.ts'
import { database } from '#offline/database/database.ts'
import { readDeviceSetting, saveDeviceSetting } from '#offline/database/device-settings.ts'
import { Failure } from '#ui/layout/group.tsx'
import { AdminList } from '../table/admin-list.tsx'
import { isNarrowed, type UsersView } from './list-users.ts'
import { orderingNames } from './ordering-names.ts'
import { ColumnsButton } from './table/columns-button.tsx'
import { readColumns } from './table/user-columns.ts'
import { UserTable } from './table/user-table.tsx'

type UserListProps = {
  ref: Ref<HTMLDivElement>
  users: UseQueryResult<ResponseOf<typeof listUsers>>
  view: UsersView
  onPage: (page: number) => void
  onSort: (ordering: UserOrdering) => void
  /** Removes search and filters. */
  onClear: () => void
}

export function UserList({ ref, users, view, onPage, onSort, onClear }: UserListProps) {
  const { i18n } = useLingui()
  const stored = useLiveQuery(() => readDeviceSetting(database(), 'user_columns'))
  const columns = readColumns(stored ?? [])
  const selectColumns = useAction((selected: readonly string[]) =>
    saveDeviceSetting(database(), 'user_columns', [...selected]),
  )
  return (
    <AdminList
      ref={ref}
      list={users}
      page={view.page}
      onPage={onPage}
      count={(count) => <Plural value={count} one="# person" other="# people" />}
      ordering={view.ordering}
      orderings={userOrderings.map((value) => ({ value, label: i18n._(orderingNames[value]) }))}
      onSort={onSort}
      tools={
        <>
          <ColumnsButton columns={stored && columns} onChange={selectColumns.run} />
          <Failure>{selectColumns.failure}</Failure>
        </>
      }
      empty={<Trans>No Users Found</Trans>}
      onClear={isNarrowed(view) ? onClear : undefined}
      clearLabel={<Trans>Show everyone</Trans>}
      table={
        <UserTable
          // Another table once the columns are known, since moved cells would count as a layout shift.
          key={String(stored)}
          users={stored === undefined ? undefined : users.data?.results}
          isStale={users.isPlaceholderData}
          columns={columns}
          ordering={view.ordering}
          onSort={stored === undefined ? undefined : onSort}
        />
      }
    />
  )
}
