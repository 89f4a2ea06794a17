import { useLingui } from '@lingui/react/macro'
import { type ChangeEvent, type KeyboardEvent, type Ref, useId, useMemo, useRef, useState } from 'react'
import { announce } from '../../feedback/live-region.tsx'
import { TextInput } from '../../input/text-input.tsx'
import { isComposing } from '../../is-composing.ts'
import { joinRefs } from '../../join-refs.ts'
import { addChips, splitDraft } from './add-chips.ts'
import { Chip } from './chip.tsx'
import styles from './chips.module.css'
import { useSettledBlur } from './use-settled-blur.ts'

type ChipsInputProps = {
  label: string
  chips: readonly string[]
  onChange: (chips: string[]) => void
  inputRef: Ref<HTMLInputElement>
  placeholder?: string
}

export function ChipsInput({ label, chips, onChange, inputRef, placeholder }: ChipsInputProps) {
  const { t } = useLingui()
  const id = useId()
  const [draft, setDraft] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const ref = useMemo(() => joinRefs(input, inputRef), [inputRef])
  const leave = useSettledBlur(() => take(draft))

  function take(text: string, rest = '') {
    setDraft(rest)
    const next = addChips(chips, text)
    if (next.length === chips.length) return
    onChange(next)
    const added = next.slice(chips.length).join(', ')
    announce(t`Added: ${added}`)
  }
  function type(event: ChangeEvent<HTMLInputElement>) {
    const { value } = event.currentTarget
    if (!value.includes(',')) return setDraft(value)
    const { finished, draft: rest } = splitDraft(value)
    take(finished, rest)
  }
  function press(event: KeyboardEvent) {
    // During IME composition, Enter completes a word.
    if (event.key !== 'Enter' || isComposing(event)) return
    event.preventDefault()
    take(draft)
  }
  function remove(chip: string) {
    onChange(chips.filter((other) => other !== chip))
    announce(t`Removed: ${chip}`)
    input.current?.focus()
  }
  return (
    <div>
      <TextInput
        ref={ref}
        value={draft}
        placeholder={placeholder}
        autoComplete="off"
        enterKeyHint="enter"
        aria-details={chips.length > 0 ? id : undefined}
        onChange={type}
        onKeyDown={press}
        onBlur={leave}
      />
      {chips.length > 0 ? (
        <ul id={id} aria-label={label} className={styles.chips}>
          {chips.map((chip) => (
            <Chip key={chip} text={chip} onRemove={() => remove(chip)} />
          ))}
        </ul>
      ) : null}
    </div>
  )
}
