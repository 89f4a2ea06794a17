import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { queryClient } from '#data/query-client.ts'
import { usePlanTitle } from '#i18n/plan-texts.ts'
import { Field } from '#ui/input/field.tsx'
import { Select } from '#ui/input/select.tsx'
import { allPlansQuery, visiblePlans } from '../plans/list-all-plans.ts'
import { readPlan } from './read-plan.ts'

type PlanFilterProps = { plan: string | undefined; onChange: (plan: string | undefined) => void }

export function PlanFilter({ plan, onChange }: PlanFilterProps) {
  const { t } = useLingui()
  const plans = useQuery(allPlansQuery, queryClient)
  const planTitle = usePlanTitle()
  return (
    <Field label={t`Plan`}>
      <Select
        value={plan ?? 'all'}
        onChange={(value) => onChange(readPlan(value))}
        options={[
          { value: 'all', label: t`All` },
          ...visiblePlans(plans.data ?? [], true).map((one) => ({ value: String(one.id), label: planTitle(one) })),
        ]}
      />
    </Field>
  )
}
