import { useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import { SearchIcon } from '#ui/icons/icons.tsx'
import { Field } from '#ui/input/field.tsx'
import { Select } from '#ui/input/select.tsx'
import { TextInput } from '#ui/input/text-input.tsx'
import { readFlag, type UsersView } from './list-users.ts'
import { flagNames, shownFlags } from './user-flags.ts'
import styles from './users.module.css'

/** The debounce of the search field in milliseconds. */
const TYPED_MS = 250
const SEARCH_MAX = 200

type Narrowing = Pick<UsersView, 'search' | 'flag'>

export function UserFilters({ view, onChange }: { view: UsersView; onChange: (changed: Narrowing) => void }) {
  const { t, i18n } = useLingui()
  const [typed, setTyped] = useState(view.search ?? '')
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  // A ref, because the flag may change during the debounce.
  const change = useRef(onChange)
  change.current = onChange
  useEffect(() => () => clearTimeout(timer.current), [])

  function type(text: string) {
    setTyped(text)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => change.current({ search: text.trim() || undefined }), TYPED_MS)
  }
  const options = [
    { value: 'all', label: t`All` },
    ...shownFlags.map((flag) => ({ value: flag, label: i18n._(flagNames[flag]) })),
  ]
  return (
    <search className={styles.filters}>
      <Field label={t`Search users`}>
        <TextInput
          type="search"
          value={typed}
          maxLength={SEARCH_MAX}
          placeholder={t`Name, email or username`}
          autoComplete="off"
          start={<SearchIcon size={18} />}
          onChange={(event) => type(event.currentTarget.value)}
        />
      </Field>
      <Field label={t`Badge`}>
        <Select
          value={view.flag ?? 'all'}
          onChange={(value) => onChange({ flag: readFlag(value) })}
          options={options}
        />
      </Field>
    </search>
  )
}
