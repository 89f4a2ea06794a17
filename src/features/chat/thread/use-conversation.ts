import { useLingui } from '@lingui/react/macro'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { type RefObject, useEffect, useMemo, useRef } from 'react'
import { isApiError } from '#api/errors.ts'
import { hasOpenPopup } from '#lib/browser/has-open-popup.ts'
import { database } from '#offline/database/database.ts'
import { requestFlush } from '#offline/flush/flush-triggers.ts'
import { edit, retry } from '#offline/outbox/outbox-actions.ts'
import { announce } from '#ui/feedback/live-region.tsx'
import { toastError } from '#ui/feedback/toast.ts'
import { toastFailure } from '#ui/feedback/toast-failure.ts'
import { isTyping, useShortcut } from '#ui/use-shortcut.ts'
import type { ComposerHandle, Storing } from '../composer/composer.tsx'
import type { ChatActions, Deletion } from '../message/actions/chat-actions.ts'
import { chooseBranch, chooseVersion } from '../message/actions/choose-path.ts'
import { discardMessage } from '../message/actions/discard-message.ts'
import { answerAgain } from '../message/actions/regenerate-answer.ts'
import { sendEdited } from '../message/actions/send-edited-question.ts'
import { sendQuestion } from '../message/actions/send-question.ts'
import { stopAnswer } from '../message/actions/stop-answer.ts'
import { useEditing } from '../message/editing/use-editing.ts'
import { useMedia } from '../screen/use-media.ts'
import { readMode } from '../speech/modes.ts'
import { useQuietOnLeaving } from '../speech/use-stop-speech-on-leave.ts'
import { useSendsLater } from '../status/use-sends-later.ts'
import { askedSearch } from '../web-search/web-search-setting.ts'
import type { ConversationProps } from './conversation.tsx'
import { listStreaming } from './rows/list-streaming.ts'
import { useAnnounceAnswers } from './use-announce-answers.ts'
import { useFailedSends } from './use-announce-failed-sends.ts'
import { useFollowAnswers } from './use-follow-answers.ts'

/** A touch screen, or a window too narrow for the row of buttons under an answer. */
const COMPACT = '(pointer: coarse), (max-width: 35rem)'

/** The addresses which show a new chat: its own, and the one that looks up the newest chat. */
const NEW_CHAT_PATHS = /^\/chat(?:\/new)?\/?$/

type Given = ConversationProps & {
  composer: RefObject<ComposerHandle | null>
  mayWrite: boolean
  confirmDelete: (deletion: Deletion) => void
  remember: (text: string) => void
}

/** Returns the actions of an open chat and the ids of its streaming answers. */
export function useConversation(given: Given) {
  const { userId, chatId, isNew, rows, composer, mayWrite, confirmDelete, remember } = given
  const { t } = useLingui()
  const navigate = useNavigate()
  const router = useRouter()
  const isBegun = useRef(!isNew)
  const isHere = useRef(true)
  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
    }
  }, [])
  const sendsLater = useSendsLater()

  const streaming = useMemo(() => listStreaming(rows), [rows])
  useFollowAnswers(userId, chatId, streaming)
  useFailedSends(rows)
  const onRegenerate = useAnnounceAnswers(rows)
  useQuietOnLeaving()
  const editing = useEditing(userId, chatId)
  const compact = useMedia(COMPACT)

  const send = async (content: string, as: Storing) => {
    const modes = { request_mode: readMode('request'), response_mode: readMode('response'), ...askedSearch() }
    // The address may still be that of a new chat when the second message is sent.
    const newChat = isNew && !isBegun.current ? {} : undefined
    const parent = rows.findLast((row) => row.kind === 'answer' || row.send.kind === 'sent')?.key
    if (!(await sendQuestion({ ...as, userId, chatId, content, modes, newChat, parent }))) return false
    if (newChat) isBegun.current = true
    // While the message was being stored, the user may have opened another chat.
    if (!isHere.current) return true
    // For a pending navigation, `latestLocation` is its destination.
    if (isNew && NEW_CHAT_PATHS.test(router.latestLocation.pathname))
      void navigate({ to: '/chat/$chatId', params: { chatId }, replace: true })
    return true
  }

  const stop = () => {
    const [first] = streaming
    if (first !== undefined) stopAnswer(userId, chatId, first).catch(reportFailure)
  }

  const actions = useMemo<ChatActions>(() => {
    /** Moves a message from the outbox to the draft, unless it is already being sent. */
    const takeBack = async (work: () => Promise<boolean>) => {
      let taken = false
      const change = async () => {
        taken = await work()
      }
      await (composer.current?.withDraft(change) ?? change())
      if (!taken) toastError(t`This message is being sent right now`)
      return taken
    }
    return {
      compact,
      editing,
      confirmDelete,
      remember,
      showBranch: (questionId) => chooseBranch({ userId, chatId }, questionId),
      showVersion: (versions, messageId) => chooseVersion({ userId, chatId }, versions, messageId),
      sendEdited: mayWrite
        ? async (message, text) => {
            const stored = await sendEdited(userId, chatId, message, text)
            if (stored && window.matchMedia('(pointer: fine)').matches) composer.current?.focus()
            return stored
          }
        : null,
      retry: (message) => void retry(database(), message).then(requestFlush, reportFailure),
      edit: mayWrite
        ? (message) => {
            const focus = (taken: boolean) => taken && composer.current?.focus()
            takeBack(() => edit(database(), message)).then(focus, reportFailure)
          }
        : null,
      discard: (message) => {
        const say = (taken: boolean) => {
          if (!taken) return
          announce(t`Set aside`)
          // On a touch screen, the focus would open the keyboard after a discard.
          if (window.matchMedia('(pointer: fine)').matches) composer.current?.focus()
        }
        takeBack(() => discardMessage(userId, chatId, message)).then(say, reportFailure)
      },
      sendsLater,
      answerAgain: mayWrite
        ? (message, rest) => {
            onRegenerate(message)
            answerAgain(userId, message, rest).catch((error: unknown) => {
              if (!isApiError(error) || error.code !== 'subscription_required') return reportFailure(error)
              // The subscription ended while this page was open; a new version needs one.
              void navigate({ to: '/error', search: { type: 'subscription-required' } })
            })
          }
        : null,
    }
  }, [
    userId,
    chatId,
    composer,
    mayWrite,
    navigate,
    sendsLater,
    t,
    compact,
    editing,
    confirmDelete,
    remember,
    onRegenerate,
  ])

  useShortcut((event) => event.key === 'Escape' && streaming.length > 0, stop)
  useShortcut(
    (event) => event.key === '/' && !event.ctrlKey && !event.metaKey && !isTyping(event),
    () => composer.current?.focus(),
  )
  useEffect(() => {
    if (isNew && !hasOpenPopup() && window.matchMedia('(pointer: fine)').matches) composer.current?.focus()
  }, [isNew, composer])

  return { streaming, actions, send, stop }
}

function reportFailure(error: unknown): void {
  toastFailure(error)
}
