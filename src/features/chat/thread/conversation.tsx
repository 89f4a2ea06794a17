import { memo, useCallback, useRef } from 'react'
import { mayUseCompanion } from '#session/entitlements.ts'
import { useSession } from '#session/state/session-atom.ts'
import { PromptSlot } from '#ui/feedback/prompt-slot.tsx'
import { Composer } from '../composer/composer.tsx'
import type { ComposerHandle } from '../composer/composer-handle.ts'
import { LazyComposerExtras } from '../composer/lazy-composer-extras.tsx'
import { PlanRequired } from '../composer/plan-required.tsx'
import { SavedDraft } from '../composer/saved-draft.tsx'
import { listFailed } from '../message/actions/retry-failed.ts'
import { EmptyChat } from '../prompts/empty-chat.tsx'
import styles from '../screen/chat-screen.module.css'
import { ChatSkeleton } from '../screen/chat-skeleton.tsx'
import { ConnectionStatusBar } from '../status/connection-status-bar.tsx'
import { FailedStatusBar } from '../status/failed-status-bar.tsx'
import { PracticeStatusBar } from '../status/practice-status-bar.tsx'
import { LazyVoiceSlot } from '../voice/lazy-voice.tsx'
import { LazyThread, prefetchThread, usePrefetchedThread } from './lazy-thread.tsx'
import { type ConversationProps, useConversation } from './use-conversation.ts'
import { useTypeToFocus } from './use-type-to-focus.ts'

/** Memoised components which a new message does not change, so that its bubble appears sooner after Enter. */
const Still = {
  Thread: memo(LazyThread),
  Composer: memo(Composer),
  ConnectionStatusBar: memo(ConnectionStatusBar),
  PracticeStatusBar: memo(PracticeStatusBar),
  ComposerExtras: memo(LazyComposerExtras),
}

/** The messages of a chat and the composer under them. */
export function Conversation(props: ConversationProps) {
  const { userId, chatId, isNew, unreachable, rows, hasOlder, onOlder, children } = props
  const composer = useRef<ComposerHandle>(null)
  const session = useSession()
  const mayWrite = session !== null && mayUseCompanion(session.user)
  usePrefetchedThread()
  useTypeToFocus(composer)
  const { streaming, send, stop } = useConversation({ ...props, composer })
  const latest = useRef({ send, stop })
  latest.current = { send, stop }
  const onSend = useCallback((...message: Parameters<typeof send>) => latest.current.send(...message), [])
  const onStop = useCallback(() => latest.current.stop(), [])
  const pick = (text: string) => {
    prefetchThread()
    composer.current?.write(text)
  }
  return (
    <>
      {children ??
        (rows.length === 0 && hasOlder ? (
          // All messages that are loaded so far belong to another branch, or were deleted.
          <ChatSkeleton />
        ) : rows.length === 0 ? (
          <div className={styles.centre}>
            <div className={styles.column}>
              <EmptyChat onPick={mayWrite ? pick : null} />
            </div>
          </div>
        ) : (
          <Still.Thread
            {...{ userId, chatId, composer, mayWrite, streaming, rows, hasOlder, onOlder }}
            loadUntil={props.loadUntil}
          />
        ))}
      <div className={styles.foot}>
        <Still.ConnectionStatusBar userId={userId} unreachable={unreachable} />
        <FailedStatusBar failed={listFailed(rows)} />
        <Still.PracticeStatusBar />
        <Still.ComposerExtras userId={userId} chatId={chatId} answering={streaming.length > 0} />
        <PromptSlot />
        {mayWrite ? (
          <>
            <LazyVoiceSlot {...{ userId, chatId, isNew, rows, streaming, composer, onSend }} />
            <div className={styles.composerBox}>
              <Still.Composer
                ref={composer}
                userId={userId}
                chatId={chatId}
                isNew={isNew}
                answering={streaming.length > 0}
                onSend={onSend}
                onStop={onStop}
              />
            </div>
          </>
        ) : (
          <>
            <SavedDraft userId={userId} chatId={chatId} isNew={isNew} />
            <PlanRequired />
          </>
        )}
      </div>
    </>
  )
}
