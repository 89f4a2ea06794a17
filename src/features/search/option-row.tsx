import { Trans } from '@lingui/react/macro'
import { memo } from 'react'
import { dayGroup, formatDay, formatTime } from '#i18n/format.ts'
import { useLanguage } from '#i18n/use-language.ts'
import { MarkedText } from './marked-text.tsx'
import type { Option } from './options.ts'
import styles from './palette.module.css'
import { Kbd } from './shortcuts/kbd.tsx'

interface OptionRowProps {
  id: string
  option: Option
  terms: readonly string[]
  active: boolean
  onSelect: (option: Option) => void
}

export const OptionRow = memo(function OptionRow({ id, option, terms, active, onSelect }: OptionRowProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the search field handles the keys
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={active}
      data-key={option.key}
      className={styles.option}
      onClick={() => onSelect(option)}
    >
      {option.kind === 'command' ? (
        <CommandFace option={option} terms={terms} />
      ) : (
        <ResultFace option={option} terms={terms} />
      )}
    </div>
  )
})

type Face<K extends Option['kind']> = { option: Extract<Option, { kind: K }>; terms: readonly string[] }

function CommandFace({ option: { command, label }, terms }: Face<'command'>) {
  return (
    <>
      <command.Icon size={18} />
      <span className={styles.title}>
        <MarkedText text={label} terms={terms} />
      </span>
      {command.keys ? (
        <span className={styles.shortcut}>
          <Kbd keys={command.keys} />
        </span>
      ) : null}
    </>
  )
}

function ResultFace({ option: { kind, result }, terms }: Face<'chat' | 'message'>) {
  const name = result.title === '' ? <Trans>New chat</Trans> : result.title
  return (
    <>
      <span className={styles.text}>
        <span className={kind === 'chat' ? styles.title : styles.chat} dir="auto">
          {kind === 'chat' && result.title !== '' ? <MarkedText text={result.title} terms={terms} /> : name}
        </span>
        {kind === 'message' ? (
          <span className={styles.snippet} dir="auto">
            <MarkedText text={result.snippet} terms={terms} />
          </span>
        ) : null}
      </span>
      <Moment at={result.at} />
    </>
  )
}

function Moment({ at }: { at: string }) {
  const language = useLanguage()
  return (
    <time dateTime={at} className={styles.when}>
      {dayGroup(at) === 'today' ? formatTime(at, language) : formatDay(at, language)}
    </time>
  )
}
