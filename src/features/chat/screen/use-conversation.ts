import { useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { type RefObject, useEffect, useMemo, useState } from 'react'
import { describeFailure } from '#i18n/error-words.ts'
import { currentLanguage } from '#i18n/i18n.ts'
import { database } from '#offline/database.ts'
import { enqueueMessage } from '#offline/outbox.ts'
import { discard, retry } from '#offline/outbox-choices.ts'
import { toastError } from '#ui/toast.ts'
import type { ComposerHandle } from '../composer/composer.tsx'
import { answerAgain } from '../messages/answer-again.ts'
import type { ChatActions } from '../messages/chat-actions.ts'
import { discardMessage } from '../messages/discard-message.ts'
import { listStreaming } from '../messages/list-streaming.ts'
import { stopAnswer } from '../messages/stop-answer.ts'
import { useFailedSends } from '../messages/use-failed-sends.ts'
import type { ConversationProps } from './conversation.tsx'
import { isTyping, useShortcut } from './use-shortcut.ts'

type Given = ConversationProps & { composer: RefObject<ComposerHandle | null>; mayWrite: boolean }

/** What a person can do in an open chat, and the answers that are being written in it. */
export function useConversation({ account, chat, isNew, rows, composer, mayWrite }: Given) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const [discarded, setDiscarded] = useState<string | null>(null)

  const key = listStreaming(rows).join(' ')
  const streaming = useMemo(() => (key === '' ? [] : key.split(' ')), [key])

  useFailedSends(rows)

  const send = async (content: string) => {
    try {
      await enqueueMessage(database(), { account, chat, content, newChat: isNew ? {} : undefined })
    } catch (error) {
      reportError(error)
      toastError(t`The message could not be stored on this device. Your text is still here`)
      return false
    }
    if (isNew) void navigate({ to: '/chat/$chatId', params: { chatId: chat }, replace: true })
    return true
  }

  const stop = () => {
    const [first] = streaming
    if (first !== undefined) stopAnswer(account, chat, first).catch(tell)
  }

  const actions = useMemo<ChatActions>(
    () => ({
      retry: (message) => void retry(database(), message).catch(tell),
      edit: mayWrite
        ? (message) => {
            const change = async () => void (await discard(database(), message))
            composer.current?.withDraft(change).then(() => composer.current?.focus(), tell)
          }
        : null,
      discard: setDiscarded,
      answerAgain: mayWrite ? (message) => void answerAgain(account, message).catch(tell) : null,
    }),
    [account, composer, mayWrite],
  )

  const discarding = {
    open: discarded !== null,
    onClose: () => setDiscarded(null),
    onConfirm: async () => {
      if (discarded === null) return
      const change = () => discardMessage(account, chat, discarded)
      await (composer.current?.withDraft(change) ?? change())
    },
  }

  useShortcut((event) => event.key === 'Escape' && streaming.length > 0, stop)
  useShortcut(
    (event) => event.key === '/' && !event.ctrlKey && !event.metaKey && !isTyping(event),
    () => composer.current?.focus(),
  )
  useEffect(() => {
    if (isNew && window.matchMedia('(pointer: fine)').matches) composer.current?.focus()
  }, [isNew, composer])

  return { streaming, actions, discarding, send, stop }
}

function tell(error: unknown): void {
  toastError(describeFailure(error, currentLanguage()))
}
