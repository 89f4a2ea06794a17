import { useLingui } from '@lingui/react/macro'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { SearchIcon } from '#ui/icons/icons.tsx'
import { Field } from '#ui/input/field.tsx'
import { TextInput } from '#ui/input/text-input.tsx'
import { isTyping, useShortcut } from '#ui/use-shortcut.ts'
import styles from './list.module.css'

/** The debounce in milliseconds. */
const TYPED_MS = 250
const SEARCH_MAX = 200

type SearchFieldProps = {
  label: string
  /** What is searched; names and addresses without it. */
  placeholder?: string
  search: string | undefined
  onSearch: (search: string | undefined) => void
  /** Moves the focus to the list, on the arrow key down. */
  onEnterList: () => void
}

/** Searches a list of people while it is typed. */
export function SearchField({ label, placeholder, search, onSearch, onEnterList }: SearchFieldProps) {
  const { t } = useLingui()
  const [typed, setTyped] = useState(search ?? '')
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const input = useRef<HTMLInputElement>(null)
  // A ref, because a filter may change during the debounce.
  const change = useRef(onSearch)
  change.current = onSearch
  useEffect(() => () => clearTimeout(timer.current), [])
  /** The search that this field asked for last: another one comes from outside and replaces what is typed. */
  const lastSearch = useRef(search)
  useEffect(() => {
    if (search === lastSearch.current) return
    lastSearch.current = search
    clearTimeout(timer.current)
    setTyped(search ?? '')
  }, [search])
  useShortcut(
    (event) => event.key === '/' && !event.ctrlKey && !event.metaKey && !event.altKey && !isTyping(event),
    () => input.current?.focus(),
  )

  function type(text: string) {
    setTyped(text)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      lastSearch.current = text.trim() || undefined
      change.current(lastSearch.current)
    }, TYPED_MS)
  }
  function enterList(event: KeyboardEvent) {
    if (event.key !== 'ArrowDown') return
    event.preventDefault()
    onEnterList()
  }
  return (
    <Field label={label} className={styles.search}>
      <TextInput
        ref={input}
        type="search"
        value={typed}
        maxLength={SEARCH_MAX}
        placeholder={placeholder ?? t`Name, email or username`}
        autoComplete="off"
        aria-keyshortcuts="/"
        start={<SearchIcon size={18} />}
        onChange={(event) => type(event.currentTarget.value)}
        onKeyDown={enterList}
      />
    </Field>
  )
}
