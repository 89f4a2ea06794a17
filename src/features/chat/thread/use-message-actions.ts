import { useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { type RefObject, useMemo } from 'react'
import { isApiError } from '#api/errors.ts'
import type { Message } from '#contract/objects/chat.ts'
import { database } from '#offline/database/database.ts'
import { requestFlush } from '#offline/flush/request-flush.ts'
import { afterAttempt } from '#offline/outbox/after-attempt.ts'
import { enqueueFeedback } from '#offline/outbox/enqueue-feedback.ts'
import { moveToDraft, retry } from '#offline/outbox/outbox-actions.ts'
import { announce } from '#ui/feedback/live-region.tsx'
import { toastError } from '#ui/feedback/toast.ts'
import { toastFailure } from '#ui/feedback/toast-failure.ts'
import type { ComposerHandle } from '../composer/composer-handle.ts'
import type { ChatActions } from '../message/actions/chat-actions.ts'
import { deleteMessage } from '../message/actions/delete-message.ts'
import { discardMessage } from '../message/actions/discard-message.ts'
import { regenerateAnswer } from '../message/actions/regenerate-answer.ts'
import { selectBranch, selectVersion } from '../message/actions/select-path.ts'
import { sendEditedQuestion } from '../message/actions/send-edited-question.ts'
import { useEditing } from '../message/editing/use-editing.ts'
import { useChatModel } from '../models/chat-model.ts'
import { COMPACT } from '../screen/compact.ts'
import { useMedia } from '../screen/use-media.ts'
import { unlockSpokenAnswers } from '../speech/unlock-speech.ts'
import { useSendsLater } from '../status/use-sends-later.ts'

interface Given {
  userId: number
  chatId: string
  composer: RefObject<ComposerHandle | null>
  mayWrite: boolean
  remember: (text: string) => void
  report: (answer: Message) => void
  offer: (answer: Message) => void
  onRegenerate: (messageId: string) => void
}

/** Returns what can be done with the messages of an open chat. */
export function useMessageActions(given: Given): ChatActions {
  const { userId, chatId, composer, mayWrite, remember, report, offer, onRegenerate } = given
  const { t } = useLingui()
  const navigate = useNavigate()
  const sendsLater = useSendsLater()
  const { sent: model } = useChatModel()
  const editing = useEditing(userId, chatId)
  const compact = useMedia(COMPACT)

  return useMemo<ChatActions>(() => {
    /** Runs `work`, which takes a message out of the outbox; shows an error if the message is being sent. */
    const takeBack = async (messageId: string, work: () => Promise<boolean>) => {
      let taken = false
      const change = async () => {
        taken = await afterAttempt(database(), messageId, work)
      }
      await (composer.current?.withDraft(change) ?? change())
      if (!taken) toastError(t`This message is being sent right now`)
      return taken
    }
    return {
      compact,
      editing,
      remove: (deletion) => void deleteMessage(userId, chatId, deletion).catch(toastFailure),
      remember,
      report,
      offer,
      reasoningOf: null,
      rate: (messageId, rating) => {
        enqueueFeedback(database(), { userId, chatId, messageId, patch: { rating } }).catch(reportFailure)
      },
      showBranch: (questionId) => selectBranch({ userId, chatId }, questionId),
      showVersion: (versions, messageId) => selectVersion({ userId, chatId }, versions, messageId),
      sendEditedQuestion: mayWrite
        ? async (messageId, content) => {
            unlockSpokenAnswers()
            const stored = await sendEditedQuestion({ userId, chatId, replaces: messageId, content, model })
            if (stored && window.matchMedia('(pointer: fine)').matches) composer.current?.focus()
            return stored
          }
        : null,
      retry: (messageId) => void retry(database(), messageId).then(requestFlush, reportFailure),
      edit: mayWrite
        ? (messageId) => {
            const focus = (taken: boolean) => taken && composer.current?.focus()
            takeBack(messageId, () => moveToDraft(database(), messageId)).then(focus, reportFailure)
          }
        : null,
      discard: (messageId) => {
        const say = (taken: boolean) => {
          if (!taken) return
          announce(t`Set aside`)
          // On a touch screen, the focus would open the keyboard after a discard.
          if (window.matchMedia('(pointer: fine)').matches) composer.current?.focus()
        }
        takeBack(messageId, () => discardMessage(userId, chatId, messageId)).then(say, reportFailure)
      },
      sendsLater,
      regenerateAnswer: mayWrite
        ? (messageId, rest) => {
            unlockSpokenAnswers()
            onRegenerate(messageId)
            regenerateAnswer({ userId, chatId, messageId, rest, model }).catch((error: unknown) => {
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
    model,
    t,
    compact,
    editing,
    remember,
    report,
    offer,
    onRegenerate,
  ])
}

function reportFailure(error: unknown): void {
  toastFailure(error)
}
