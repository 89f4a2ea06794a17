import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
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
import { readPage } from '../tabs.ts'
import { CreateUserForm } from './create-user-form.tsx'
import { readFlag, usersQuery } from './list-users.ts'
import { UserFilters } from './user-filters.tsx'
import { UserList } from './user-list.tsx'
import { UsersInstructions } from './users-instructions.tsx'
import { ValidatorsButton } from './validators-button.tsx'

type UsersTabProps = { search: AdminSearch; onSearch: (search: AdminSearch) => void }

export function UsersTab({ search, onSearch }: UsersTabProps) {
  const { t } = useLingui()
  const view = { search: search.search, flag: readFlag(search.flag), page: readPage(search.page) }
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
          <CsvButton endpoint={exportUsers} fallbackName="users">
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
        onChange={(changed) => onSearch({ tab: 'users', ...view, ...changed, page: undefined })}
      />
      <UserList users={users} view={view} onPage={(page) => onSearch({ tab: 'users', ...view, page: String(page) })} />
      <FormDialog open={isCreating} onOpenChange={setCreating} title={t`Create User`}>
        <CreateUserForm onClose={() => setCreating(false)} />
      </FormDialog>
    </>
  )
}
