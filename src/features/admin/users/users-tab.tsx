import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { exportUsers } from '#contract/endpoints/admin.ts'
import { queryClient } from '#data/query-client.ts'
import { Button } from '#ui/button/button.tsx'
import { prefetchDialog } from '#ui/dialog/dialog.tsx'
import { FormDialog } from '#ui/form/form-dialog.tsx'
import { PlusIcon } from '#ui/icons/icons.tsx'
import styles from '../admin.module.css'
import type { AdminSearch } from '../admin-search.ts'
import { CsvButton } from '../csv-button.tsx'
import { useHandleRefusal } from '../handle-refusal.ts'
import { MetricsSummary } from '../metrics/metrics-summary.tsx'
import { readPlan } from '../table/read-plan.ts'
import { readPage } from '../tabs.ts'
import { CreateUserForm } from './create-user-form.tsx'
import { readFlag, readState, selectionOf, type UsersView, usersQuery } from './list-users.ts'
import { DEFAULT_ORDERING, readOrdering } from './table/user-columns.ts'
import { UserFilters } from './user-filters.tsx'
import { UserList } from './user-list.tsx'
import { UsersInstructions } from './users-instructions.tsx'
import { ValidatorsButton } from './validators-button.tsx'

type UsersTabProps = { search: AdminSearch; onSearch: (search: AdminSearch) => void }

export function UsersTab({ search, onSearch }: UsersTabProps) {
  const { t } = useLingui()
  const list = useRef<HTMLDivElement>(null)
  const view: UsersView = {
    search: search.search,
    flag: readFlag(search.flag),
    state: readState(search.state),
    plan: readPlan(search.plan),
    ordering: readOrdering(search.ordering),
    page: readPage(search.page),
  }
  const { page: _, ...firstPage } = view
  /** Opens the first page of the changed view. */
  const show = (changed: Partial<typeof firstPage>) => {
    const { ordering, ...narrowed } = { ...firstPage, ...changed }
    onSearch({ tab: 'users', ...narrowed, ordering: ordering === DEFAULT_ORDERING ? undefined : ordering })
  }
  const clear = () => show({ search: undefined, flag: undefined, state: undefined, plan: undefined })
  const users = useQuery(usersQuery(view), queryClient)
  useHandleRefusal(users.error)
  const [isCreating, setCreating] = useState(false)
  return (
    <>
      <MetricsSummary charted="new_people" />
      <div className={styles.head}>
        <h2>
          <Trans>Users</Trans>
        </h2>
        <div className={styles.tools}>
          <UsersInstructions />
          <ValidatorsButton />
          <CsvButton endpoint={exportUsers} query={selectionOf(view)} fallbackName="users">
            <Trans>Export users</Trans>
          </CsvButton>
          <Button
            variant="primary"
            icon={<PlusIcon size={18} />}
            onPointerEnter={prefetchDialog}
            onClick={() => setCreating(true)}
          >
            <Trans>Create User</Trans>
          </Button>
        </div>
      </div>
      <UserFilters
        view={view}
        onChange={show}
        onEnterList={() => list.current?.querySelector<HTMLElement>('tbody a[tabindex="0"]')?.focus()}
      />
      <UserList
        ref={list}
        users={users}
        view={view}
        onPage={(page) => onSearch({ ...search, tab: 'users', page: String(page) })}
        onSort={(ordering) => show({ ordering })}
        onClear={clear}
      />
      <FormDialog open={isCreating} onOpenChange={setCreating} title={t`Create User`}>
        <CreateUserForm onClose={() => setCreating(false)} />
      </FormDialog>
    </>
  )
}
