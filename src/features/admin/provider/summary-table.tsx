import { useLingui } from '@lingui/react/macro'
import type { SummaryOrdering, UserSummary } from '#contract/objects/user-list.ts'
import { usePlanText } from '#i18n/plan-texts.ts'
import { Badge } from '#ui/data-display/badge.tsx'
import { AdminTable } from '../table/admin-table.tsx'
import { nextOrdering } from '../table/ordering.ts'
import { stateNames } from '../users/state-names.ts'
import { stateTones } from '../users/state-tones.ts'

type SummaryTableProps = {
  /** Undefined while they load. */
  users: readonly UserSummary[] | undefined
  isStale: boolean
  ordering: SummaryOrdering
  onSort: (ordering: SummaryOrdering) => void
}

/** What a provider may see of everybody: name, plan and state. */
export function SummaryTable({ users, isStale, ordering, onSort }: SummaryTableProps) {
  const { t, i18n } = useLingui()
  const planText = usePlanText()
  return (
    <AdminTable<UserSummary, 'name' | 'plan' | 'state'>
      label={t`Users`}
      rows={users}
      isStale={isStale}
      columns={[
        {
          key: 'plan',
          name: t`Plan`,
          sortKey: 'plan',
          cell: ({ plan }) => (plan === null ? '–' : <span dir="auto">{planText(plan)}</span>),
        },
        {
          key: 'state',
          name: t`State`,
          sortKey: 'state',
          cell: ({ state }) => <Badge tone={stateTones[state]}>{i18n._(stateNames[state])}</Badge>,
        },
      ]}
      userKey="name"
      userOf={(user) => ({ userId: user.id, user, photoUrl: null })}
      ordering={ordering}
      onSort={(key) => onSort(nextOrdering(key, ordering, []))}
    />
  )
}
