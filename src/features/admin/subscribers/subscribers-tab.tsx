import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { exportSubscriptions } from '#contract/endpoints/admin-billing.ts'
import { listedStates, subscriptionOrderings } from '#contract/objects/subscription-list.ts'
import { queryClient } from '#data/query-client.ts'
import styles from '../admin.module.css'
import type { AdminSearch } from '../admin-search.ts'
import { CsvButton } from '../csv-button.tsx'
import { useHandleRefusal } from '../handle-refusal.ts'
import { RevenueSummary } from '../metrics/revenue-summary.tsx'
import { AdminList } from '../table/admin-list.tsx'
import listStyles from '../table/list.module.css'
import { PlanFilter } from '../table/plan-filter.tsx'
import { SearchField } from '../table/search-field.tsx'
import { StateFilter } from '../table/state-filter.tsx'
import { DEFAULT_ORDERING, isNarrowed, readView, selectionOf, subscriptionsQuery } from './list-subscriptions.ts'
import { orderingNames } from './ordering-names.ts'
import { SubscriptionTable } from './subscription-table.tsx'

type SubscribersTabProps = { search: AdminSearch; onSearch: (search: AdminSearch) => void }

/** The subscriptions of all users. */
export function SubscribersTab({ search, onSearch }: SubscribersTabProps) {
  const { t, i18n } = useLingui()
  const list = useRef<HTMLDivElement>(null)
  const view = readView(search)
  const subscriptions = useQuery(subscriptionsQuery(view), queryClient)
  useHandleRefusal(subscriptions.error)
  const { page, ...firstPage } = view
  /** Opens the first page of the changed view. */
  const show = (changed: Partial<typeof firstPage>) => {
    const { ordering, ...narrowed } = { ...firstPage, ...changed }
    onSearch({ tab: 'subscribers', ...narrowed, ordering: ordering === DEFAULT_ORDERING ? undefined : ordering })
  }
  return (
    <>
      <RevenueSummary />
      <div className={styles.head}>
        <h2>
          <Trans>Subscribers</Trans>
        </h2>
        <div className={styles.tools}>
          <CsvButton endpoint={exportSubscriptions} query={selectionOf(view)} fallbackName="subscriptions">
            <Trans>Export these subscriptions</Trans>
          </CsvButton>
        </div>
      </div>
      <search className={listStyles.filters}>
        <SearchField
          label={t`Search subscribers`}
          search={view.search}
          onSearch={(text) => show({ search: text })}
          onEnterList={() => list.current?.querySelector<HTMLElement>('tbody a[tabindex="0"]')?.focus()}
        />
        <StateFilter states={listedStates} state={view.state} onChange={(state) => show({ state })} />
        <PlanFilter plan={view.plan} onChange={(plan) => show({ plan })} />
      </search>
      <AdminList
        ref={list}
        list={subscriptions}
        page={page}
        onPage={(next) => onSearch({ ...search, tab: 'subscribers', page: String(next) })}
        count={(count) => <Plural value={count} one="# subscription" other="# subscriptions" />}
        ordering={view.ordering}
        orderings={subscriptionOrderings.map((value) => ({ value, label: i18n._(orderingNames[value]) }))}
        onSort={(ordering) => show({ ordering })}
        empty={<Trans>No subscriptions found</Trans>}
        onClear={isNarrowed(view) ? () => show({ search: undefined, state: undefined, plan: undefined }) : undefined}
        clearLabel={<Trans>Show all</Trans>}
        table={
          <SubscriptionTable
            subscriptions={subscriptions.data?.results}
            isStale={subscriptions.isPlaceholderData}
            ordering={view.ordering}
            onSort={(ordering) => show({ ordering })}
          />
        }
      />
    </>
  )
}
