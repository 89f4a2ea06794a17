import { useLingui } from '@lingui/react/macro'
import { subscriptionStates } from '#contract/objects/user-list.ts'
import { Field } from '#ui/input/field.tsx'
import { Select } from '#ui/input/select.tsx'
import styles from '../table/list.module.css'
import { PlanFilter } from '../table/plan-filter.tsx'
import { SearchField } from '../table/search-field.tsx'
import { StateFilter } from '../table/state-filter.tsx'
import { readFlag, type UsersView } from './list-users.ts'
import { flagNames, shownFlags } from './user-flags.ts'

type Narrowing = Pick<UsersView, 'search' | 'flag' | 'state' | 'plan'>

type UserFiltersProps = {
  view: UsersView
  onChange: (changed: Narrowing) => void
  /** Moves the focus to the list, on the arrow key down. */
  onEnterList: () => void
}

export function UserFilters({ view, onChange, onEnterList }: UserFiltersProps) {
  const { t, i18n } = useLingui()
  return (
    <search className={styles.filters}>
      <SearchField
        label={t`Search users`}
        search={view.search}
        onSearch={(search) => onChange({ search })}
        onEnterList={onEnterList}
      />
      <StateFilter states={subscriptionStates} state={view.state} onChange={(state) => onChange({ state })} />
      <PlanFilter plan={view.plan} onChange={(plan) => onChange({ plan })} />
      <Field label={t`Badge`}>
        <Select
          value={view.flag ?? 'all'}
          onChange={(value) => onChange({ flag: readFlag(value) })}
          options={[
            { value: 'all', label: t({ context: 'badge', message: 'All' }) },
            ...shownFlags.map((flag) => ({ value: flag, label: i18n._(flagNames[flag]) })),
          ]}
        />
      </Field>
    </search>
  )
}
