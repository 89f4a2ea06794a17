import { useLingui } from '@lingui/react/macro'
import type { SubscriptionState } from '#contract/objects/user-list.ts'
import { Field } from '#ui/input/field.tsx'
import { Select } from '#ui/input/select.tsx'
import { stateNames } from '../users/state-names.ts'

type StateFilterProps<State extends SubscriptionState> = {
  states: readonly State[]
  state: State | undefined
  onChange: (state: State | undefined) => void
}

export function StateFilter<State extends SubscriptionState>({ states, state, onChange }: StateFilterProps<State>) {
  const { t, i18n } = useLingui()
  return (
    <Field label={t`State`}>
      <Select
        value={state ?? 'all'}
        onChange={(value) => onChange(states.find((other) => other === value))}
        options={[
          { value: 'all', label: t`All` },
          ...states.map((value) => ({ value, label: i18n._(stateNames[value]) })),
        ]}
      />
    </Field>
  )
}
