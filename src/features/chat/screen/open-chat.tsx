import { Trans, useLingui } from '@lingui/react/macro'
import { memo, type ReactNode, useMemo, useState } from 'react'
import { useLiveQuery } from '#data/use-live-query.ts'
import { Button } from '#ui/button/button.tsx'
import { LinkButton } from '#ui/button/link-button.tsx'
import { EmptyState } from '#ui/data-display/empty-state.tsx'
import { PromptSlot } from '#ui/feedback/prompt-slot.tsx'
import { usePageTitle } from '#ui/layout/page-title.ts'
import { SavedDraft } from '../composer/saved-draft.tsx'
import { ChatModelProvider, noChoice } from '../models/chat-model.ts'
import { LazyFindModel, LazyModelPicker } from '../models/lazy-models.tsx'
import { Conversation } from '../thread/conversation.tsx'
import { useChatRows } from '../thread/rows/use-chat-rows.ts'
import { ChatHeader } from './chat-header.tsx'
import styles from './chat-screen.module.css'
import { ChatSkeleton } from './chat-skeleton.tsx'
import { prefetchedHead } from './prefetch-chat.ts'
import { readChat } from './read-chat.ts'
import { useChatId } from './use-chat-id.ts'
import { type ChatPresence, useChatSync } from './use-chat-sync.ts'

/** Memoised, because neither title nor menu change with a message. */
const Header = memo(ChatHeader)

export interface OpenChatProps {
  userId: number
  /** An id, or `new`. */
  chatId: string
  /** True while the newest chat is looked up and a new chat is shown in its place. */
  isLooking: boolean
  wide: boolean
  unreachable: boolean
  onBeforeList: () => void
  menu: (chatId: string) => ReactNode
}

/** Shows the chat of the address, or the state of its loading, or that it does not exist. */
export function OpenChat({ userId, chatId, isLooking, wide, unreachable, onBeforeList, menu }: OpenChatProps) {
  const { t } = useLingui()
  const { id, isNew, bornHere } = useChatId(chatId)
  const read = useLiveQuery(() => readChat(userId, id), [userId, id])
  const chat = read?.id === id ? read : prefetchedHead(userId, id)
  const known = chat?.row
  const leaving = chat?.leaving === true
  const unsynced = leaving || known === undefined || known?.local || (known === null && bornHere)
  const looked = useChatSync(userId, unsynced ? null : id)
  const presence = leaving ? 'missing' : looked
  const { broken, openAgain, ...shown } = useChatRows(userId, id)

  const isKnown = Boolean(known)
  // The menu of a new chat has what needs no stored chat.
  const hasMenu = isKnown || bornHere
  const shownMenu = useMemo(() => (hasMenu ? menu(id) : null), [hasMenu, menu, id])
  const [found, setFound] = useState({ chatId: '', model: noChoice })
  const picker = useMemo(
    () => <LazyModelPicker userId={userId} chatId={id} isNew={isNew} wide={wide} />,
    [userId, id, isNew, wide],
  )
  // Empty while it is read, which takes a moment only, so that no other title flickers.
  const isUnread = chat === undefined && !isNew && !broken
  const title = isLooking ? t`Chat` : known?.title || (isNew || known ? t`New chat` : isUnread ? '' : t`Chat`)
  usePageTitle(id, title)
  // The title is stored but the messages are not: showing an empty chat would look like a loss of data.
  const titleOnly = presence === 'unreachable' && known?.preview !== ''
  const empty = shown.rows.length === 0
  const there = !leaving && (bornHere || !empty || (Boolean(known) && !titleOnly))
  // A full disk may evict the open chat from the offline copy; the chat still exists.
  const [seen, setSeen] = useState<string | null>(null)
  if (known && seen !== id) setSeen(id)
  const isSeen = seen === id && presence !== 'missing'
  // The server's answer is stored first and read from there a moment later.
  const isAwaited = presence === 'looking' || (presence === 'found' && seen !== id)
  const waiting = isLooking || (!isNew && !shown.ready) || (known?.local !== true && isAwaited && empty && !bornHere)
  // Until the server says that the chat does not exist, the user can write in it, and the composer stays mounted.
  const isChat = !leaving && (bornHere || !empty || known !== null || isAwaited || isSeen)
  return (
    <ChatModelProvider value={found.chatId === id ? found.model : noChoice}>
      <LazyFindModel userId={userId} chatId={id} isNew={isNew} chat={known} onFound={setFound} />
      <Header title={title} wide={wide} menu={shownMenu} model={picker} onBeforeList={onBeforeList} />
      {broken ? (
        <>
          <UnreadableChat onAgain={openAgain} />
          <div className={styles.foot}>
            <PromptSlot />
          </div>
        </>
      ) : isChat ? (
        <Conversation key={id} userId={userId} chatId={id} isNew={isNew} unreachable={unreachable} {...shown}>
          {waiting ? <ChatSkeleton /> : there ? null : <AbsentChat presence={presence} />}
        </Conversation>
      ) : shown.ready ? (
        <>
          <AbsentChat presence={presence} />
          <div className={styles.foot}>
            <PromptSlot />
            <SavedDraft userId={userId} chatId={id} isNew={false} />
          </div>
        </>
      ) : (
        <ChatSkeleton />
      )}
    </ChatModelProvider>
  )
}

/** Shown for an unknown chat, and for one that is not on this device and cannot be fetched now. */
function AbsentChat({ presence }: { presence: ChatPresence }) {
  const unreachable = presence === 'unreachable'
  return (
    <div className={styles.centre}>
      <EmptyState
        title={unreachable ? <Trans>This chat is not on this device</Trans> : <Trans>Chat not found</Trans>}
        text={
          unreachable ? (
            <Trans>It will be shown as soon as the server can be reached.</Trans>
          ) : (
            <Trans>It may have been deleted, or belong to another account.</Trans>
          )
        }
        action={
          <LinkButton to="/chat" replace variant="primary">
            <Trans>Back to my chats</Trans>
          </LinkButton>
        }
      />
    </div>
  )
}

/** Shown when this device's storage does not answer. */
function UnreadableChat({ onAgain }: { onAgain: () => void }) {
  return (
    <div className={styles.centre} role="alert">
      <EmptyState
        title={<Trans>This chat could not be read</Trans>}
        text={<Trans>The storage of this browser did not answer. Nothing was deleted.</Trans>}
        action={
          <Button variant="primary" onClick={onAgain}>
            <Trans>Try again</Trans>
          </Button>
        }
      />
    </div>
  )
}
