import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { subscriptionStates, summaryOrderings } from '#contract/objects/user-list.ts'
import { queryClient } from '#data/query-client.ts'
import { isAdmin, isProvider } from '#session/entitlements.ts'
import styles from '../admin.module.css'
import type { AdminSearch } from '../admin-search.ts'
import { BackButton } from '../back-button.tsx'
import { useHandleRefusal, useLeaveWithoutRole } from '../handle-refusal.ts'
import { AdminList } from '../table/admin-list.tsx'
import listStyles from '../table/list.module.css'
import { SearchField } from '../table/search-field.tsx'
import { StateFilter } from '../table/state-filter.tsx'
import { orderingNames } from '../users/ordering-names.ts'
import { DEFAULT_ORDERING, readView, summariesQuery } from './list-summaries.ts'
import { SummaryTable } from './summary-table.tsx'

type ProviderPageProps = {
  search: AdminSearch
  /** Replaces the search parameters of the current address. */
  onSearch: (search: AdminSearch) => void
}

/** The list of users for providers, who may search it and open a user's page. */
export function ProviderPage({ search, onSearch }: ProviderPageProps) {
  const { t, i18n } = useLingui()
  useLeaveWithoutRole((user) => isAdmin(user) || isProvider(user))
  const list = useRef<HTMLDivElement>(null)
  const view = readView(search)
  const users = useQuery(summariesQuery(view), queryClient)
  useHandleRefusal(users.error)
  const { page, ...firstPage } = view
  /** Opens the first page of the changed view. */
  const show = (changed: Partial<typeof firstPage>) => {
    const { ordering, ...narrowed } = { ...firstPage, ...changed }
    onSearch({ ...narrowed, ordering: ordering === DEFAULT_ORDERING ? undefined : ordering })
  }
  const isNarrowed = view.search !== undefined || view.state !== undefined
  return (
    <div className={styles.page}>
      <div className={styles.title}>
        <BackButton to="/chat" />
        <h1 data-in-bar>
          <Trans>Users</Trans>
        </h1>
      </div>
      <p className={styles.note}>
        <Trans>
          You see name, plan and state. You can open a person’s page but change nothing. Each look is noted.
        </Trans>
      </p>
      <search className={listStyles.filters}>
        <SearchField
          label={t`Search users`}
          placeholder={t`Name`}
          search={view.search}
          onSearch={(text) => show({ search: text })}
          onEnterList={() => list.current?.querySelector<HTMLElement>('tbody a[tabindex="0"]')?.focus()}
        />
        <StateFilter states={subscriptionStates} state={view.state} onChange={(state) => show({ state })} />
      </search>
      <AdminList
        ref={list}
        list={users}
        page={page}
        onPage={(next) => onSearch({ ...search, page: String(next) })}
        count={(count) => <Plural value={count} one="# person" other="# people" />}
        ordering={view.ordering}
        orderings={summaryOrderings.map((value) => ({ value, label: i18n._(orderingNames[value]) }))}
        onSort={(ordering) => show({ ordering })}
        empty={<Trans>No Users Found</Trans>}
        onClear={isNarrowed ? () => show({ search: undefined, state: undefined }) : undefined}
        clearLabel={<Trans>Show everyone</Trans>}
        table={
          <SummaryTable
            users={users.data?.results}
            isStale={users.isPlaceholderData}
            ordering={view.ordering}
            onSort={(ordering) => show({ ordering })}
          />
        }
      />
    </div>
  )
}
