import { useLingui } from '@lingui/react/macro'
import { useLocation, useNavigate, useRouter } from '@tanstack/react-router'
import { type ReactNode, useRef, useSyncExternalStore } from 'react'
import { WIDE_SCREEN } from '#lib/browser/wide-screen.ts'
import { goBackOnce } from '#lib/routing/go-back-once.ts'
import { useSession } from '#session/state/session-atom.ts'
import { Drawer } from '#ui/dialog/drawer.tsx'
import { useVisualViewport } from '#ui/dialog/use-visual-viewport.ts'
import { useShortcut } from '#ui/use-shortcut.ts'
import { ScoresSide } from '../scores/panel/scores-side.tsx'
import { useUnreachable } from '../status/use-unreachable.ts'
import { LazyTemporaryChat } from '../temporary/lazy-temporary-chat.tsx'
import { TEMPORARY_CHAT } from '../temporary/temporary-path.ts'
import styles from './chat-screen.module.css'
import { isListOpen } from './list-drawer-state.ts'
import { OpenChat } from './open-chat.tsx'
import { useMedia } from './use-media.ts'
import { useNewestChat } from './use-newest-chat.ts'

/** Used in the address instead of the id of a new chat, until its first message is stored. */
const NEW_CHAT_PATH = 'new'

export interface ChatScreenProps {
  /**
   * Of the loaded route. Undefined: the newest chat, or a new one; `new`: a new one; `temporary`: one that is not
   * saved.
   */
  chatId?: string
  /**
   * The list of chats; in the drawer of a phone, a choice replaces the history entry of the drawer. `current`: the chat
   * that is shown, as `chatId`.
   */
  sidebar: (layout: { inDrawer: boolean; current: string | undefined }) => ReactNode
  /** Called when the list is about to be opened. */
  onBeforeList: () => void
  /** The actions of the open chat, for the header. */
  menu: (chatId: string) => ReactNode
}

/** The list, header, messages and composer. The screen reads from this device first. */
export function ChatScreen(props: ChatScreenProps) {
  const session = useSession()
  return session === null ? null : <SignedInScreen key={session.user.id} userId={session.user.id} {...props} />
}

function SignedInScreen({ userId, chatId: loaded, sidebar, onBeforeList, menu }: ChatScreenProps & { userId: number }) {
  const chatId = useRequestedChat(loaded)
  const navigate = useNavigate()
  const screen = useRef<HTMLDivElement>(null)
  const wide = useMedia(WIDE_SCREEN)
  const unreachable = useUnreachable(userId)
  const isLooking = chatId === undefined
  const onTyped = useNewestChat(userId, isLooking, wide)
  useVisualViewport(screen)
  useShortcut(isNewChatKey, () => void navigate({ to: '/chat/$chatId', params: { chatId: NEW_CHAT_PATH } }))

  return (
    <div ref={screen} className={styles.screen}>
      {wide ? (
        <aside className={styles.sidebar}>{sidebar({ inDrawer: false, current: chatId })}</aside>
      ) : (
        <ListDrawer>{sidebar({ inDrawer: true, current: chatId })}</ListDrawer>
      )}
      <main id="main" tabIndex={-1} className={styles.main} onInput={onTyped}>
        {chatId === TEMPORARY_CHAT ? (
          <LazyTemporaryChat {...{ userId, wide, unreachable, onBeforeList }} />
        ) : (
          /* The same element before and after the newest chat is found, so that the composer keeps its text. */
          <OpenChat
            userId={userId}
            chatId={chatId ?? NEW_CHAT_PATH}
            isLooking={isLooking}
            wide={wide}
            unreachable={unreachable}
            onBeforeList={onBeforeList}
            menu={menu}
          />
        )}
      </main>
      <ScoresSide userId={userId} chatId={chatId} />
    </div>
  )
}

function isNewChatKey(event: KeyboardEvent): boolean {
  return event.key.toLowerCase() === 'o' && event.shiftKey && (event.ctrlKey || event.metaKey) && !event.altKey
}

/** The chat list on a phone. It has its own history entry, so that Back closes it. */
function ListDrawer({ children }: { children: ReactNode }) {
  const { t } = useLingui()
  const router = useRouter()
  const open = useLocation({ select: isListOpen })
  const change = (next: boolean) => {
    if (!next && isListOpen(router.history.location)) goBackOnce(router.history)
  }
  return (
    <Drawer open={open} onOpenChange={change} label={t`Chats`} side="left" bare>
      {children}
    </Drawer>
  )
}

/**
 * Returns the id, or `new` or `temporary`, of the address as soon as it changes, without waiting until the route has
 * loaded: the composer of the previous chat would take text that is typed meanwhile. Returns `loaded`, that of the
 * loaded route, while the address names no chat.
 */
function useRequestedChat(loaded: string | undefined): string | undefined {
  const { history } = useRouter()
  const path = useSyncExternalStore(history.subscribe, () => history.location.pathname)
  return /^\/chat\/([^/]+)\/?$/.exec(path)?.[1] ?? loaded
}
