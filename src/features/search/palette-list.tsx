import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { Ref } from 'react'
import { CloudOffIcon } from '#ui/icons/icons.tsx'
import { OptionRow } from './option-row.tsx'
import type { Group, Option } from './options.ts'
import styles from './palette.module.css'

interface PaletteListProps {
  ref: Ref<HTMLDivElement>
  groups: readonly Group[]
  /** The terms of the query to which the results belong. */
  terms: readonly string[]
  marks: readonly string[]
  /** The number of all results, shown or not. */
  count: number
  /** Called when the list is scrolled near its end. */
  onMore: () => void
  active: Option | undefined
  onSelect: (option: Option) => void
  query: string
  settled: boolean
  done: boolean
  onlyHere: boolean
}

/** The distance from the end, in pixels, at which more rows are rendered. */
const NEAR = 400

/** Lists the results by kind and announces their number. */
export function PaletteList(props: PaletteListProps) {
  const { ref, groups, terms, marks, count, onMore, active, onSelect, query, settled, done, onlyHere } = props
  const { t } = useLingui()
  const names = { chat: query === '' ? t`Recent chats` : t`Chats`, command: t`Commands`, message: t`Messages` }
  return (
    <>
      {count === 0 && query !== '' && done ? (
        <p className={styles.none}>
          <Trans>Nothing found for “{query}”</Trans>
        </p>
      ) : null}
      <div
        ref={ref}
        onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
          if (scrollHeight - scrollTop - clientHeight < NEAR) onMore()
        }}
        data-query={settled ? query : undefined}
        id="search-results"
        role="listbox"
        aria-label={t`Results`}
        className={styles.list}
      >
        {groups.map(({ kind, options }) => (
          // biome-ignore lint/a11y/useSemanticElements: a group of options, not of form fields
          <div key={kind} role="group" aria-labelledby={`search-group-${kind}`} className={styles.group}>
            <div id={`search-group-${kind}`} className={styles.kind}>
              {names[kind]}
            </div>
            {options.map((option) => (
              <OptionRow
                key={option.key}
                id={`search-${option.key}`}
                option={option}
                terms={kind === 'command' ? terms : marks}
                active={option === active}
                onSelect={onSelect}
              />
            ))}
          </div>
        ))}
      </div>
      {onlyHere ? (
        <p className={styles.hint}>
          <CloudOffIcon size={16} />
          <Trans>Only what this device keeps was searched</Trans>
        </p>
      ) : null}
      <div role="status" className="visually-hidden">
        {query !== '' && done ? (
          count === 0 ? (
            <Trans>Nothing found</Trans>
          ) : (
            <Plural value={count} one="# result" other="# results" />
          )
        ) : null}
      </div>
    </>
  )
}
