import type { Message } from '#contract/objects/chat.ts'
import { database } from '#offline/database/database.ts'
import type { ChatPatch } from '#offline/database/rows.ts'
import { enqueueChatChange } from '#offline/outbox/enqueue.ts'
import { toastFailure } from '#ui/feedback/toast-failure.ts'
import { stop } from '../../speech/speaker.ts'

interface OpenChat {
  userId: number
  chatId: string
}

/** Makes the branch of a question the current path of the chat, on this device at once. */
export function selectBranch(chat: OpenChat, questionId: string): void {
  select(chat, { path: questionId })
}

/** Makes one of an answer's versions the current one, on this device at once. */
export function selectVersion(chat: OpenChat, versions: readonly Message[], messageId: string): void {
  select(
    chat,
    { versions: [messageId] },
    versions.map(({ id }) => id),
  )
}

function select(chat: OpenChat, patch: ChatPatch, instead: readonly string[] = []): void {
  // The answer that is being read aloud may now be hidden.
  stop()
  enqueueChatChange(database(), { ...chat, patch, instead }).catch(toastFailure)
}
