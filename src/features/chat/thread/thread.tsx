import type { RefObject } from 'react'
import type { ComposerHandle } from '../composer/composer-handle.ts'
import { ChatActionsProvider } from '../message/actions/chat-actions.ts'
import { useLazyDialogs } from '../message/actions/lazy-dialogs.tsx'
import { useAwaitedScores } from '../scores/use-awaited-scores.ts'
import { useStopSpeechOnLeave } from '../speech/use-stop-speech-on-leave.ts'
import { MessageList, type MessageListProps } from './message-list.tsx'
import { useAnnounceAnswers } from './use-announce-answers.ts'
import { useAnnounceFailedSends } from './use-announce-failed-sends.ts'
import { useFollowAnswers } from './use-follow-answers.ts'
import { useMessageActions } from './use-message-actions.ts'

export interface ThreadProps extends Omit<MessageListProps, 'answering'> {
  userId: number
  chatId: string
  composer: RefObject<ComposerHandle | null>
  mayWrite: boolean
  /** The ids of unfinished answers. */
  streaming: readonly string[]
}

/** The messages of a chat with their actions; follows and announces its answers. */
export function Thread({ userId, chatId, composer, mayWrite, streaming, ...list }: ThreadProps) {
  const { openers, dialogs } = useLazyDialogs(userId)
  useAwaitedScores(userId, chatId, list.rows)
  useFollowAnswers(userId, chatId, streaming)
  useAnnounceFailedSends(list.rows)
  const onRegenerate = useAnnounceAnswers(list.rows)
  useStopSpeechOnLeave()
  const actions = useMessageActions({ userId, chatId, composer, mayWrite, onRegenerate, ...openers })
  return (
    <ChatActionsProvider value={actions}>
      <MessageList {...list} answering={streaming.length > 0} />
      {dialogs}
    </ChatActionsProvider>
  )
}
