import { Dialog } from '@base-ui/react/dialog'
import { useLingui } from '@lingui/react/macro'
import { useLocation, useRouter } from '@tanstack/react-router'
import { startTransition, useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import type { SearchResult } from '#contract/objects/search-result.ts'
import type { User } from '#contract/objects/user.ts'
import { beginsWith, listTokens, queryTerms } from '#contract/search-tokens.ts'
import { useLiveQuery } from '#data/use-live-query.ts'
import { afterPaint } from '#lib/timing/after-paint.ts'
import { database } from '#offline/database/database.ts'
import { firstChats } from '#offline/database/queries.ts'
import { freeLocalSearch } from '#offline/search/local-search.ts'
import { IconButton } from '#ui/button/icon-button.tsx'
import { VisibleArea } from '#ui/dialog/visible-area.tsx'
import { SearchIcon, XIcon } from '#ui/icons/icons.tsx'
import { commands } from './commands.ts'
import { commandOptions, FIRST_MESSAGES, firstMessages, groupOptions, type Option, resultOptions } from './options.ts'
import styles from './palette.module.css'
import { PaletteList } from './palette-list.tsx'
import { closePalette, openedPalette } from './palette-state.ts'
import { useActiveOption } from './use-active-option.ts'
import { useSearch } from './use-search.ts'

/** Frees the local search index when the user signs out. */
export const forget = freeLocalSearch

export interface PaletteProps {
  user: User
  open: boolean
  showKeys: () => void
  logOut: () => void
}

/**
 * One search field for chats, messages and commands; full screen on a phone. Opened while it still fades out, it is
 * remounted.
 */
export function Palette({ open, ...rest }: PaletteProps) {
  const { t } = useLingui()
  const router = useRouter()
  const field = useRef<HTMLInputElement>(null)
  const opened = useLocation({ select: openedPalette })
  const last = useRef(opened)
  if (opened !== undefined) last.current = opened
  return (
    <Dialog.Root key={last.current} open={open} onOpenChange={(next) => next || closePalette(router)}>
      <Dialog.Portal>
        <Dialog.Backdrop className={styles.veil} />
        <VisibleArea className={styles.viewport}>
          <Dialog.Popup className={styles.popup} initialFocus={field}>
            <Dialog.Title className="visually-hidden">{t`Search`}</Dialog.Title>
            <PaletteBody {...rest} field={field} />
          </Dialog.Popup>
        </VisibleArea>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

/** The field renders first with an empty list, so that it takes input sooner; the commands follow. */
const none: never[] = []

type BodyProps = Omit<PaletteProps, 'open'> & { field: React.RefObject<HTMLInputElement | null> }

/** Remounted each time it opens, so that the field is empty. */
function PaletteBody({ user, showKeys, logOut, field }: BodyProps) {
  const { t, i18n } = useLingui()
  const router = useRouter()
  const list = useRef<HTMLDivElement>(null)
  const [typed, setTyped] = useState('')
  const query = typed.trim()
  const terms = useMemo(() => queryTerms(typed), [typed])
  const found = useSearch(user.id, typed)
  const recent = useRecentChats(user.id)

  const offered = useMemo(
    () =>
      commands
        .filter(({ only }) => only?.(user) ?? true)
        .map((command) => {
          const label = i18n._(command.label)
          return { command, label, searchText: command.also ? `${label} ${i18n._(command.also)}` : label }
        }),
    [user, i18n],
  )
  const { chats, messages } = query === '' ? { chats: recent, messages: found.messages } : found
  const [grown, setGrown] = useState({ query: '', most: FIRST_MESSAGES })
  const all = grown.query === query ? grown.most : FIRST_MESSAGES
  const isWordless = query !== '' && terms.length === 0
  // A query without letters or digits, such as "?", finds nothing.
  const known = useDeferredValue(offered, none)
  const matching = useMemo(() => (isWordless ? [] : matchCommands(known, terms)), [isWordless, known, terms])
  const followed = useFollowed(found.of)
  const most = followed ? all : Math.min(all, firstMessages(chats.length + matching.length))
  // Memoised, so that unchanged groups do not render on each keystroke.
  const chatGroup = useMemo(() => resultOptions('chat', chats), [chats])
  const messageGroup = useMemo(() => resultOptions('message', messages.slice(0, most)), [messages, most])
  const marks = useMemo(() => queryTerms(found.of), [found.of])
  const commandGroup = useMemo(() => commandOptions(matching), [matching])
  const groups = groupOptions(chatGroup, commandGroup, messageGroup)
  const options = groups.flatMap((group) => group.options)

  const latest = useRef(query)
  latest.current = query
  const select = useCallback(
    (option: Option) => {
      if (option.kind !== 'command') {
        const { chat: chatId, message } = option.result
        const destination = { to: '/chat/$chatId', params: { chatId }, replace: true } as const
        // The closing dialog holds the focus for a moment more; what is typed then is for the composer of the chat.
        field.current?.blur()
        if (message === null) void router.navigate(destination)
        else void router.navigate({ ...destination, search: { message }, state: { found: latest.current } })
        return
      }
      const { to, run } = option.command
      if (to) void router.navigate({ ...to, replace: true } as never)
      else closePalette(router)
      run?.({ router, showKeys, logOut })
    },
    [router, showKeys, logOut, field],
  )
  const { active, onKeyDown } = useActiveOption(
    options,
    { query, settled: found.settled && known === offered, list },
    select,
  )

  return (
    <>
      <div className={styles.head}>
        <SearchIcon size={20} />
        <input
          ref={field}
          type="text"
          dir="auto"
          role="combobox"
          aria-label={t`Search chats and commands`}
          aria-expanded={options.length > 0}
          aria-controls="search-results"
          aria-autocomplete="list"
          aria-activedescendant={active ? `search-${active.key}` : undefined}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="go"
          maxLength={200}
          placeholder={t`Search chats and commands`}
          className={styles.field}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={onKeyDown}
        />
        <Dialog.Close render={<IconButton label={t`Close`} icon={<XIcon />} size="l" />} />
      </div>
      <PaletteList
        ref={list}
        groups={groups}
        terms={terms}
        marks={marks}
        count={chats.length + matching.length + messages.length}
        onMore={() => all < messages.length && setGrown({ query, most: all + 30 })}
        active={active}
        onSelect={select}
        query={query}
        settled={found.settled}
        done={found.done}
        onlyHere={found.onlyHere}
      />
    </>
  )
}

/** Returns true once the first results of a query are painted, so that the rows below them can render. */
function useFollowed(query: string): boolean {
  const [painted, setPainted] = useState(query)
  useEffect(() => afterPaint(() => startTransition(() => setPainted(query))), [query])
  return painted === query
}

/** Returns the commands with a word that starts with each of the terms, in order; all commands without terms. */
function matchCommands<C extends { searchText: string }>(all: readonly C[], terms: readonly string[]): C[] {
  return all.filter(({ searchText }) => {
    const known = listTokens(searchText)
    return terms.every((term) => known.some((word) => beginsWith(word, term)))
  })
}

const RECENT = 6

/** Returns the first chats of the list, which are shown before a query is typed. */
function useRecentChats(userId: number): SearchResult[] {
  const read = async (): Promise<SearchResult[]> => {
    const chats = await firstChats(database(), userId, RECENT)
    return chats.map(({ id, title, last_message_at }) => {
      return { chat: id, message: null, title, snippet: title, at: last_message_at }
    })
  }
  return useLiveQuery(read, [userId]) ?? none
}
