import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { type AuditKind, auditKinds } from '#contract/objects/admin/audit.ts'
import { queryClient } from '#data/query-client.ts'
import { Field } from '#ui/input/field.tsx'
import { Select } from '#ui/input/select.tsx'
import listStyles from '../table/list.module.css'
import { readPlan as readId } from '../table/read-plan.ts'
import { SearchField } from '../table/search-field.tsx'
import { fullName } from '../users/full-name.ts'
import styles from './audit.module.css'
import { type AuditView, adminsQuery } from './audit-query.ts'
import { DayInput } from './day-input.tsx'

const kindNames: Readonly<Record<AuditKind, MessageDescriptor>> = {
  accounts: msg`Accounts`,
  payments: msg`Payments`,
  plans: msg`Plans`,
  newsletter: msg`Newsletter`,
  ratings: msg`Ratings`,
  reports: msg`Reports`,
  models: msg`Models`,
  legal: msg`Legal texts`,
  audit: msg`Audit`,
}

type AuditFiltersProps = {
  view: AuditView
  onChange: (changed: Partial<AuditView>) => void
  onEnterList: () => void
}

export function AuditFilters({ view, onChange, onEnterList }: AuditFiltersProps) {
  const { t, i18n } = useLingui()
  const admins = useQuery(adminsQuery, queryClient)
  const known = admins.data?.results ?? []
  // An admin whom the address names may be none any more.
  const isUnknown = view.actor !== undefined && !known.some(({ id }) => String(id) === view.actor)
  return (
    <search className={`${listStyles.filters} ${styles.filters}`}>
      <SearchField
        label={t`Search the audit`}
        search={view.search}
        onSearch={(search) => onChange({ search })}
        onEnterList={onEnterList}
      />
      <Field label={t`About`}>
        <Select
          value={view.kind ?? 'all'}
          onChange={(value) => onChange({ kind: auditKinds.find((kind) => kind === value) })}
          options={[
            { value: 'all', label: t`All` },
            ...auditKinds.map((value) => ({ value, label: i18n._(kindNames[value]) })),
          ]}
        />
      </Field>
      <Field label={t`Admin`}>
        <Select
          value={view.actor ?? 'all'}
          onChange={(value) => onChange({ actor: readId(value) })}
          options={[
            { value: 'all', label: t`All` },
            ...known.map((user) => ({ value: String(user.id), label: fullName(user) || user.email })),
            ...(isUnknown && view.actor !== undefined ? [{ value: view.actor, label: t`A former admin` }] : []),
          ]}
        />
      </Field>
      <Field label={t({ message: 'From', context: 'date' })}>
        <DayInput day={view.from} onChange={(from) => onChange({ from })} max={view.until} />
      </Field>
      <Field label={t`Until`}>
        <DayInput day={view.until} onChange={(until) => onChange({ until })} min={view.from} />
      </Field>
    </search>
  )
}
