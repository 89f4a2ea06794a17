import { useLingui } from '@lingui/react/macro'
import type {
  ListedSubscription,
  SubscriptionOrdering,
  SubscriptionSortKey,
} from '#contract/objects/subscription-list.ts'
import { usePlanTitle } from '#i18n/plan-texts.ts'
import { Badge } from '#ui/data-display/badge.tsx'
import { DateText } from '../date-text.tsx'
import { priceLabel } from '../plans/price-label.ts'
import { AdminTable } from '../table/admin-table.tsx'
import { nextOrdering } from '../table/ordering.ts'
import styles from '../table/table.module.css'
import { stateNames } from '../users/state-names.ts'
import { stateTones } from '../users/state-tones.ts'
import { NextDate } from './next-date.tsx'

/** Dates of the past begin with the newest; the next date begins with the soonest. */
const latestFirst: readonly SubscriptionSortKey[] = ['created_at']

type SubscriptionTableProps = {
  /** Undefined while they load. */
  subscriptions: readonly ListedSubscription[] | undefined
  isStale: boolean
  ordering: SubscriptionOrdering
  onSort: (ordering: SubscriptionOrdering) => void
}

export function SubscriptionTable({ subscriptions, isStale, ordering, onSort }: SubscriptionTableProps) {
  const { t, i18n } = useLingui()
  const planTitle = usePlanTitle()
  return (
    <AdminTable<ListedSubscription, SubscriptionSortKey>
      label={t`Subscribers`}
      rows={subscriptions}
      isStale={isStale}
      columns={[
        {
          key: 'plan',
          name: t`Plan`,
          sortKey: 'plan',
          cell: ({ plan }) => (
            <>
              <span dir="auto">{planTitle(plan)}</span>
              <span className={styles.second}>{priceLabel(plan, i18n)}</span>
            </>
          ),
        },
        {
          key: 'state',
          name: t`State`,
          sortKey: 'state',
          cell: ({ state }) => <Badge tone={stateTones[state]}>{i18n._(stateNames[state])}</Badge>,
        },
        {
          key: 'since',
          name: t`Since`,
          sortKey: 'created_at',
          cell: ({ created_at }) => <DateText at={created_at} />,
        },
        {
          key: 'next',
          name: t`Next date`,
          sortKey: 'next_at',
          cell: (subscription) => <NextDate subscription={subscription} />,
        },
      ]}
      userKey="name"
      userOf={({ user }) => ({ userId: user.id, user, photoUrl: user.photo_url })}
      ordering={ordering}
      onSort={(key) => onSort(nextOrdering(key, ordering, latestFirst))}
    />
  )
}
