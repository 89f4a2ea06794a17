import { Trans } from '@lingui/react/macro'
import { type ParsedLocation, useRouter } from '@tanstack/react-router'
import { type MouseEvent, memo, type ReactNode, useState } from 'react'
import type { Folder } from '#contract/objects/chat.ts'
import { afterPaint } from '#lib/timing/after-paint.ts'
import type { ListedChat } from '#offline/chats/chat-listing.ts'
import { useLongPress } from '../selection/use-long-press.ts'
import styles from './chat-item.module.css'
import { ItemMenu } from './chat-item-menu.tsx'
import { ChatStatus } from './chat-status.tsx'
import type { UnsentState } from './list-unsent.ts'

/** How a press chooses: from nothing, or as one more; `range`: with all between. */
export type Choose = (chatId: string, how: { range: boolean }) => void

export interface ChatItemProps {
  userId: number
  chat: ListedChat
  now: Date
  /** The list is leapt through: what comes in now is hardly seen. */
  passing?: boolean
  current: boolean
  unsent?: UnsentState | undefined
  folder?: Folder | undefined
  /** Takes the place of the present page in the history, as a choice from the drawer does. */
  replace: boolean
  /** Null while none are being chosen. */
  chosen: boolean | null
  onChoose: Choose
}

/** A chat of the list: a link, or a box to tick while some are being chosen. */
export const ChatItem = memo(function ChatItem(props: ChatItemProps) {
  const { chat, now, unsent, folder, chosen, passing = false } = props
  // What was once shown whole keeps all it says.
  const [isBare, setIsBare] = useState(passing)
  if (isBare && !passing) setIsBare(false)
  const face = (
    <>
      <span className={styles.name} dir="auto">
        {chat.title === '' ? <Trans>New chat</Trans> : chat.title}
      </span>
      {isBare ? null : <ChatStatus chat={chat} now={now} unsent={unsent} folder={folder} />}
    </>
  )
  return chosen === null ? <OpenItem {...props}>{face}</OpenItem> : <Tick {...props}>{face}</Tick>
})

type FaceProps = ChatItemProps & { children: ReactNode }

/**
 * Thousands of these come and go while the list is scrolled: a plain link instead of the router's, and a menu only for
 * a row that has the focus or on which somebody moves the pointer; under a resting one they only pass.
 */
function OpenItem({ userId, chat, current, replace, onChoose, children }: FaceProps) {
  const router = useRouter()
  const [isNear, setNear] = useState(false)
  const press = useLongPress(() => onChoose(chat.id, { range: false }))
  // The list stays where it is, and the router need not lay the page out to put it there again.
  const show = (from: ParsedLocation) => {
    // Whoever has gone elsewhere meanwhile has chosen that.
    if (router.latestLocation !== from) return
    void router.navigate({ to: '/chat/$chatId', params: { chatId: chat.id }, replace, resetScroll: false })
  }
  const open = (event: MouseEvent) => {
    const { ctrlKey, metaKey, shiftKey, altKey } = event
    if (altKey || event.defaultPrevented) return
    event.preventDefault()
    if (ctrlKey || metaKey || shiftKey) onChoose(chat.id, { range: shiftKey })
    // Another chat is work enough for a task of its own, behind what the press itself changes.
    else {
      const from = router.latestLocation
      afterPaint(() => show(from))
    }
  }
  const markNear = () => setNear(true)
  return (
    <div className={styles.row} data-current={current || undefined} data-reached={isNear || undefined}>
      <a
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
      {isNear ? <ItemMenu userId={userId} chat={chat} current={current} /> : null}
    </div>
  )
}

function Tick({ chat, chosen, onChoose, children }: FaceProps) {
  const choose = (event: MouseEvent) => {
    if (!event.shiftKey) return
    event.preventDefault()
    onChoose(chat.id, { range: true })
  }
  return (
    <div className={styles.row} data-chosen={chosen || undefined}>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: only what Shift adds to a press; the box has the keys */}
      <label className={styles.item} onClick={choose}>
        <input
          type="checkbox"
          className={styles.box}
          checked={chosen === true}
          onChange={() => onChoose(chat.id, { range: false })}
        />
        {children}
      </label>
    </div>
  )
}
