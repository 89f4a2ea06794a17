import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { memo, type ReactNode, useEffect, useMemo } from 'react'
import { hasOpenPopup } from '#lib/browser/has-open-popup.ts'
import { useSession } from '#session/state/session-atom.ts'
import { IconButton } from '#ui/button/icon-button.tsx'
import { CheckSquareIcon, EyeOffIcon, PlusIcon, SearchIcon } from '#ui/icons/icons.tsx'
import { Wordmark } from '#ui/icons/logo.tsx'
import { isComposing } from '#ui/is-composing.ts'
import { Tooltip } from '#ui/tooltip/tooltip.tsx'
import { ActiveFilters } from './active-filters.tsx'
import { DialogProvider } from './dialogs/dialog-provider.tsx'
import { FolderMenu, StatusMenu, TagMenu } from './filter-menus.tsx'
import { focusList } from './focus-list.ts'
import { type Labels, useLabels } from './labels/use-labels.ts'
import styles from './library.module.css'
import { filterChats } from './list/build-list.ts'
import { ChatList } from './list/chat-list.tsx'
import { NO_FOLDER, useListView } from './list-view.ts'
import { SelectionBar } from './selection/selection-bar.tsx'
import { SelectionHeader } from './selection/selection-header.tsx'
import { useChatListing } from './use-chat-listing.ts'
import { UserMenu } from './user-menu.tsx'

/** Memoised components which do not render again when another chat opens. */
const Still = { ListHead: memo(ListHead), UserMenu: memo(UserMenu) }

export interface SidebarProps {
  /** The open chat. */
  current: string | undefined
  /** True in the drawer of a phone: a choice replaces the drawer's history entry. */
  inDrawer: boolean
  /** Opens the search over chats, messages and commands. */
  onSearch?: (() => void) | undefined
  /** More items for the user menu. */
  userItems?: ReactNode
}

/** The sidebar: the user's chats, a button for a new chat, and the user menu. */
export function Sidebar({ current, inDrawer, onSearch, userItems }: SidebarProps) {
  const { t } = useLingui()
  const session = useSession()
  if (session === null) return null
  const userId = session.user.id
  return (
    <DialogProvider userId={userId}>
      <div className={styles.sidebar}>
        <div className={styles.brand}>
          <Wordmark />
        </div>
        {onSearch ? <SearchButton onSearch={onSearch} /> : null}
        <div className={styles.begin}>
          <Link to="/chat/$chatId" params={{ chatId: 'new' }} replace={inDrawer} className={styles.new}>
            <PlusIcon />
            <Trans>New chat</Trans>
          </Link>
          <Tooltip text={t`Temporary chat`}>
            <Link
              to="/chat/$chatId"
              params={{ chatId: 'temporary' }}
              replace={inDrawer}
              className={styles.temporary}
              aria-label={t`Temporary chat`}
            >
              <EyeOffIcon />
            </Link>
          </Tooltip>
        </div>
        <Library userId={userId} current={current} inDrawer={inDrawer}>
          <Still.UserMenu user={session.user} items={userItems} />
        </Library>
      </div>
    </DialogProvider>
  )
}

interface LibraryProps {
  userId: number
  current: string | undefined
  inDrawer: boolean
  /** Shown below the list outside of the selection mode. */
  children: ReactNode
}

function Library({ userId, current, inDrawer, children }: LibraryProps) {
  const listing = useChatListing(userId)
  const labels = useLabels(userId)
  const { view, startSelecting, stopSelecting } = useListView(userId)
  const { folder, tags, status } = view
  const shown = useMemo(() => {
    // The list is there at once when it is opened again, the labels are not.
    if (!labels.isRead) return listing && filterChats(listing.chats, { folder, tags, status })
    // A deleted folder or tag no longer filters the list.
    const exists = folder === NO_FOLDER || labels.folders.some(({ id }) => id === folder)
    const existing = tags.filter((tag) => labels.tags.some(({ id }) => id === tag))
    return listing && filterChats(listing.chats, { folder: exists ? folder : null, tags: existing, status })
  }, [listing, labels, folder, tags, status])
  const hasChats = listing !== undefined && listing.chats.length > 0
  const selected = useMemo(
    () => (view.selected === null ? null : (shown ?? []).filter(({ id }) => view.selected?.has(id))),
    [shown, view.selected],
  )
  const selecting = selected !== null
  useEffect(() => stopSelecting, [stopSelecting])
  useEffect(() => {
    if (!selecting) return
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || isComposing(event) || hasOpenPopup()) return
      event.preventDefault()
      stopSelecting()
    }
    document.addEventListener('keydown', onKey, { capture: true })
    return () => {
      document.removeEventListener('keydown', onKey, { capture: true })
      focusList()
    }
  }, [selecting, stopSelecting])
  return (
    <>
      {selected === null ? (
        <Still.ListHead userId={userId} labels={labels} />
      ) : (
        <SelectionHeader
          count={selected.length}
          onAll={() => startSelecting((shown ?? []).map(({ id }) => id))}
          onEnd={stopSelecting}
        />
      )}
      <ChatList
        userId={userId}
        chats={shown}
        hasChats={hasChats}
        labels={labels}
        current={current}
        replace={inDrawer}
      />
      <div className={styles.foot}>
        {selected === null ? (
          children
        ) : (
          <SelectionBar userId={userId} selected={selected} current={current} onEnd={stopSelecting} />
        )}
      </div>
    </>
  )
}

function SearchButton({ onSearch }: { onSearch: () => void }) {
  const isApple = /Mac|iP(hone|ad|od)/.test(navigator.userAgent)
  return (
    <button
      type="button"
      className={styles.search}
      aria-keyshortcuts={isApple ? 'Meta+K' : 'Control+K'}
      onClick={onSearch}
    >
      <SearchIcon size={18} />
      <span>
        <Trans>Search chats</Trans>
      </span>
      <span className={styles.keys} aria-hidden="true">
        {isApple ? '⌘ K' : 'Ctrl K'}
      </span>
    </button>
  )
}

/** The header of the list: the filters and the button for the selection mode. */
function ListHead({ userId, labels }: { userId: number; labels: Labels }) {
  const { t } = useLingui()
  const { startSelecting } = useListView(userId)
  return (
    <>
      <div className={styles.head}>
        <h2 className={styles.heading}>
          <Trans>Chats</Trans>
        </h2>
        <FolderMenu userId={userId} folders={labels.folders} />
        <TagMenu userId={userId} tags={labels.tags} />
        <StatusMenu userId={userId} />
        <IconButton size="s" label={t`Select`} icon={<CheckSquareIcon size={18} />} onClick={() => startSelecting()} />
      </div>
      <ActiveFilters userId={userId} labels={labels} />
    </>
  )
}
