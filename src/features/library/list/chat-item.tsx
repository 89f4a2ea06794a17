import { Trans } from '@lingui/react/macro'
import { type ParsedLocation, useRouter } from '@tanstack/react-router'
import { type MouseEvent, memo, type ReactNode, useState } from 'react'
import type { Folder } from '#contract/objects/chat.ts'
import type { Store } from '#lib/store.ts'
import { afterPaintOrKey } from '#lib/timing/after-paint-or-key.ts'
import type { ListedChat } from '#offline/chats/chat-listing.ts'
import { useLongPress } from '../selection/use-long-press.ts'
import styles from './chat-item.module.css'
import { ChatItemMenu } from './chat-item-menu.tsx'
import { ChatStatus } from './chat-status.tsx'
import type { UnsentState } from './list-unsent.ts'
import { useShortForm } from './use-fast-scroll.ts'

/** Starts the selection mode, or selects or deselects a chat; `range` selects all chats from the last one to it. */
export type OnSelect = (chatId: string, how: { range: boolean }) => void

export interface ChatItemProps {
  userId: number
  chat: ListedChat
  now: Date
  /** True during fast scrolling, when rows that appear are rendered in short form. */
  scrollingFast: Store<boolean>
  current: boolean
  unsent?: UnsentState | undefined
  folder?: Folder | undefined
  /** True to replace the current history entry, as a choice in the drawer does. */
  replace: boolean
  /** Null outside of the selection mode. */
  selected: boolean | null
  onSelect: OnSelect
  /** True for the one row of the list that Tab reaches. */
  tabbable?: boolean
}

/** Renders a chat of the list: a link, or a checkbox in the selection mode. */
export const ChatItem = memo(function ChatItem(props: ChatItemProps) {
  const { chat, now, unsent, folder, selected } = props
  const isShort = useShortForm(props.scrollingFast)
  const face = (
    <>
      <span className={styles.name} dir="auto">
        {chat.title === '' ? <Trans>New chat</Trans> : chat.title}
      </span>
      {isShort ? null : <ChatStatus chat={chat} now={now} unsent={unsent} folder={folder} />}
    </>
  )
  return selected === null ? <OpenItem {...props}>{face}</OpenItem> : <Tick {...props}>{face}</Tick>
})

type FaceProps = ChatItemProps & { children: ReactNode }

/**
 * Thousands of these mount and unmount during scrolling, so it is a plain link instead of the router's, and its menu
 * mounts only on focus or when the pointer moves over the row, not when rows scroll past a resting pointer.
 */
function OpenItem({ userId, chat, current, replace, onSelect, tabbable = true, children }: FaceProps) {
  const router = useRouter()
  const [isNear, setNear] = useState(false)
  const press = useLongPress(() => onSelect(chat.id, { range: false }))
  // Without a scroll reset, because the list stays where it is and the router would force a layout.
  const show = (from: ParsedLocation) => {
    // The user has navigated elsewhere in the meantime.
    if (router.latestLocation !== from) return
    // Only a choice in the drawer is animated, because it changes the whole page; beside a visible list, only the chat.
    const viewTransition = replace && !window.matchMedia('(prefers-reduced-motion: reduce)').matches
    const to = { to: '/chat/$chatId', params: { chatId: chat.id } } as const
    void router.navigate({ ...to, replace, viewTransition, resetScroll: false })
  }
  const open = (event: MouseEvent) => {
    const { ctrlKey, metaKey, shiftKey, altKey } = event
    if (altKey || event.defaultPrevented) return
    event.preventDefault()
    if (ctrlKey || metaKey || shiftKey) onSelect(chat.id, { range: shiftKey })
    // The chat is read now, but opens after the next paint, so that the press is shown first. A key press opens it at
    // once: otherwise the key would be typed into the draft of the chat that is still open.
    else {
      const from = router.latestLocation
      void router.preloadRoute({ to: '/chat/$chatId', params: { chatId: chat.id } })
      afterPaintOrKey(() => show(from))
    }
  }
  const markNear = () => setNear(true)
  return (
    <div
      className={styles.row}
      data-chat={chat.id}
      data-current={current || undefined}
      data-reached={isNear || undefined}
    >
      <a
        tabIndex={tabbable ? undefined : -1}
        href={`/chat/${chat.id}`}
        className={styles.item}
        aria-current={current ? 'page' : undefined}
        {...press}
        onMouseMove={markNear}
        onFocus={markNear}
        onClick={open}
      >
        {children}
      </a>
      {isNear ? <ChatItemMenu userId={userId} chat={chat} current={current} /> : null}
    </div>
  )
}

function Tick({ chat, selected, onSelect, tabbable = true, children }: FaceProps) {
  const select = (event: MouseEvent) => {
    if (!event.shiftKey) return
    event.preventDefault()
    onSelect(chat.id, { range: true })
  }
  return (
    <div className={styles.row} data-chat={chat.id} data-selected={selected || undefined}>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the click only adds Shift; the checkbox handles keys */}
      <label className={styles.item} onClick={select}>
        <input
          type="checkbox"
          tabIndex={tabbable ? undefined : -1}
          className={styles.box}
          checked={selected === true}
          onChange={() => onSelect(chat.id, { range: false })}
        />
        {children}
      </label>
    </div>
  )
}
