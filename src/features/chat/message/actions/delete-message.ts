import { t } from '@lingui/core/macro'
import { isSignedOutError } from '#api/errors.ts'
import { HOLD_MS } from '#offline/chats/chat-trash.ts'
import { database } from '#offline/database/database.ts'
import { enqueueMessageDelete } from '#offline/outbox/enqueue-message-changes.ts'
import { discard, retry } from '#offline/outbox/outbox-actions.ts'
import { announce } from '#ui/feedback/live-region.tsx'
import { toastError, toastUndo } from '#ui/feedback/toast.ts'
import { toastFailure } from '#ui/feedback/toast-failure.ts'
import { stop } from '../../speech/speaker.ts'

/**
 * Deletes a message, a question with its answers: on this device at once, on the server when the toast with Undo closes,
 * or after HOLD_MS if the page was closed before.
 */
export async function deleteMessage(userId: number, chatId: string, messageId: string): Promise<void> {
  stop()
  const notBefore = Date.now() + HOLD_MS
  const entry = await enqueueMessageDelete(database(), { userId, chatId, messageId, notBefore })
  // The message was never sent: its text is nowhere but here.
  if (entry === null) return
  toastUndo({
    id: `message-${entry}`,
    text: t`Message deleted`,
    undoLabel: t`Undo`,
    onUndo: () => void undo(entry).catch(toastFailure),
    onLapse: () => {
      // A rejected session has deleted the entry, which its confirmation has said.
      retry(database(), entry).catch((error: unknown) => isSignedOutError(error) || reportError(error))
    },
  })
}

async function undo(entry: string): Promise<void> {
  if (await discard(database(), entry)) announce(t`The message is back`)
  else toastError(t`It is too late: the message is deleted`)
}
