import { Trans, useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { useAtomValue } from 'jotai'
import { useCallback, useEffect, useMemo, useRef } from 'react'
import { readEventsOf } from '#api/event-stream.ts'
import { answerTemporarily } from '#contract/endpoints/temporary.ts'
import { temporaryEvents } from '#contract/temporary-stream.ts'
import { refreshUsage } from '#data/usage.ts'
import { api } from '#session/api.ts'
import { mayUseCompanion } from '#session/entitlements.ts'
import { useSession } from '#session/state/session-atom.ts'
import { IconButton } from '#ui/button/icon-button.tsx'
import { EmptyState } from '#ui/data-display/empty-state.tsx'
import { clearAnnouncements } from '#ui/feedback/live-region.tsx'
import { toastFailure } from '#ui/feedback/toast-failure.ts'
import { CloudOffIcon, EyeOffIcon, XIcon } from '#ui/icons/icons.tsx'
import { usePageTitle } from '#ui/layout/page-title.ts'
import { useOnline } from '#ui/use-online.ts'
import { isTyping, useShortcut } from '#ui/use-shortcut.ts'
import { LazyCare } from '../care/lazy-care.tsx'
import { PlanRequired } from '../composer/plan-required.tsx'
import { type ChatActions, ChatActionsProvider } from '../message/actions/chat-actions.ts'
import { createEditing } from '../message/editing/editing.ts'
import { ChatHeader } from '../screen/chat-header.tsx'
import styles from '../screen/chat-screen.module.css'
import { COMPACT } from '../screen/compact.ts'
import { useMedia } from '../screen/use-media.ts'
import { useStopSpeechOnLeave } from '../speech/use-stop-speech-on-leave.ts'
import { PracticeStatusBar } from '../status/practice-status-bar.tsx'
import { MessageList } from '../thread/message-list.tsx'
import { buildRows, type Row } from '../thread/rows/build-rows.ts'
import { useAnnounceAnswers } from '../thread/use-announce-answers.ts'
import type { TemporaryChatProps } from './lazy-temporary-chat.tsx'
import own from './temporary-chat.module.css'
import { TemporaryComposer } from './temporary-composer.tsx'
import { createTemporaryConversation } from './temporary-conversation.ts'
import { TEMPORARY_CHAT } from './temporary-path.ts'
import { temporaryAtom } from './temporary-state.ts'
import { useLeaveGuard } from './use-leave-guard.tsx'

const NO_ROWS: readonly Row[] = []
const isHere = async () => true
const nothing = () => undefined

/** A chat that is not stored anywhere: its messages are in this page's memory until it is closed. */
export function TemporaryChat({ userId, wide, unreachable, onBeforeList }: TemporaryChatProps) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const session = useSession()
  const mayWrite = session !== null && mayUseCompanion(session.user)
  const isOnline = useOnline()
  const compact = useMedia(COMPACT)
  usePageTitle(TEMPORARY_CHAT, t`Temporary chat`)
  const field = useRef<HTMLTextAreaElement>(null)
  const conversation = useConversation(userId)
  const { messages, versions } = useAtomValue(temporaryAtom)
  const before = useRef(NO_ROWS)
  const rows = useMemo(() => buildRows(messages, [], before.current, { path: null, versions }), [messages, versions])
  useEffect(() => {
    before.current = rows
  }, [rows])
  const answering = messages.some(({ status }) => status === 'streaming')
  const onRegenerate = useAnnounceAnswers(rows)
  useStopSpeechOnLeave()
  useShortcut((event) => event.key === 'Escape' && answering, conversation.stop)
  useShortcut(
    (event) => event.key === '/' && !event.ctrlKey && !event.metaKey && !isTyping(event),
    () => field.current?.focus(),
  )
  useEffect(() => {
    if (window.matchMedia('(pointer: fine)').matches) field.current?.focus()
  }, [])

  const isWritten = useRef<() => boolean>(() => false)
  isWritten.current = () => messages.length > 0 || (field.current?.value ?? '').trim() !== ''
  const question = useLeaveGuard(isWritten)

  const actions = useMemo<ChatActions>(
    () => ({
      ...{ compact, sendsLater: null, sendEditedQuestion: null, edit: null, retry: nothing, discard: nothing },
      // These actions need stored messages, which a temporary chat does not have.
      ...{ remove: null, remember: null, rate: null, report: null, offer: null, showBranch: nothing },
      editing: createEditing(userId, TEMPORARY_CHAT),
      reasoningOf: conversation.reasoningOf,
      showVersion: (_, messageId) => conversation.select(messageId),
      regenerateAnswer:
        mayWrite && !answering
          ? (messageId, rest) => {
              onRegenerate(messageId)
              conversation.regenerateAnswer(messageId, rest).catch(toastFailure)
            }
          : null,
    }),
    [compact, userId, conversation, mayWrite, answering, onRegenerate],
  )
  const onSend = useCallback(
    (text: string) =>
      conversation.send(text).catch((error: unknown) => {
        toastFailure(error)
        throw error
      }),
    [conversation],
  )

  const close = (
    <IconButton
      label={t`Close temporary chat`}
      icon={<XIcon />}
      onClick={() => void navigate({ to: '/chat/$chatId', params: { chatId: 'new' }, replace: true })}
    />
  )
  return (
    <>
      <ChatHeader
        title={t`Temporary chat`}
        model={
          <p className={own.unsaved}>
            <EyeOffIcon size={14} />
            <Trans>Not saved</Trans>
          </p>
        }
        {...{ wide, onBeforeList }}
        menu={close}
      />
      {rows.length === 0 ? (
        <div className={styles.centre}>
          <div className={styles.column}>
            <EmptyState
              icon={<EyeOffIcon size={32} />}
              title={<Trans>Nothing of this chat is saved</Trans>}
              text={
                <Trans>
                  Not on the server, not on this device, not in search, memory or backups, and Companion does not use
                  what it remembers about you. Only the number of tokens is counted. It needs a connection, and when you
                  close it, it is gone.
                </Trans>
              }
            />
          </div>
        </div>
      ) : (
        <ChatActionsProvider value={actions}>
          <MessageList {...{ rows, answering }} hasOlder={false} onOlder={nothing} loadUntil={isHere} />
        </ChatActionsProvider>
      )}
      <div className={styles.foot}>
        <div className={styles.statusSlot} role="status">
          {isOnline && !unreachable ? null : (
            <p className={styles.bar} data-whole="">
              <span>
                <CloudOffIcon size={16} />{' '}
                <Trans>A temporary chat needs a connection. Until then, your text stays in the field.</Trans>
              </span>
            </p>
          )}
        </div>
        <div role="status" className={styles.statusSlot}>
          <LazyCare chatId={TEMPORARY_CHAT} />
        </div>
        <PracticeStatusBar />
        {mayWrite ? (
          <TemporaryComposer {...{ field, answering, onSend }} canSend={isOnline} onStop={conversation.stop} />
        ) : (
          <PlanRequired />
        )}
      </div>
      {question}
    </>
  )
}

/** The conversation of this screen, which is forgotten when the screen is left. */
function useConversation(userId: number) {
  const conversation = useMemo(
    () =>
      createTemporaryConversation(
        async (body, signal) => {
          const headers = { accept: 'text/event-stream' }
          const response = await api.request(answerTemporarily, { body, headers, as: userId, signal })
          return readEventsOf(temporaryEvents, response, { signal })
        },
        () => void refreshUsage().catch(reportError),
      ),
    [userId],
  )
  useEffect(
    () => () => {
      conversation.close()
      // An answer that was announced to screen readers would stay in the page for seconds.
      clearAnnouncements()
    },
    [conversation],
  )
  return conversation
}
