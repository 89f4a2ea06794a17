import { t } from '@lingui/core/macro'
import { isSignedOutError } from '#api/errors.ts'
import { focusIfLost } from '#lib/browser/focus-if-lost.ts'
import { UNDO_MS } from '#offline/chats/chat-trash.ts'
import { database } from '#offline/database/database.ts'
import { followQuery } from '#offline/database/following/follow-query.ts'
import {
  enqueueMessageDelete,
  holdMessageDelete,
  isMessageDeleteUndoable,
} from '#offline/outbox/enqueue-message-changes.ts'
import { discard, retry } from '#offline/outbox/outbox-actions.ts'
import { announce } from '#ui/feedback/live-region.tsx'
import { toastError, toastUndo, withdrawUndo } from '#ui/feedback/toast.ts'
import { toastFailure } from '#ui/feedback/toast-failure.ts'
import { stop } from '../../speech/speaker.ts'
import type { Deletion } from './chat-actions.ts'
import { findMessages } from './messages-after-removal.ts'

/** The interval between two renewals of the hold: the toast's time may pause, and until it closes nothing is sent. */
const HOLD_AGAIN_MS = 10_000

/**
 * Deletes a message, a question with its answers: on this device at once, on the server when the toast with Undo
 * closes, or after UNDO_MS if the page was closed before. The server erases the text, so Undo is offered only until the
 * deletion is sent: the toast closes early when the next question, sharing the chat or regenerating an answer sends it.
 */
export async function deleteMessage(userId: number, chatId: string, { messageId, what }: Deletion): Promise<void> {
  stop()
  const notBefore = Date.now() + UNDO_MS
  const entry = await enqueueMessageDelete(database(), { userId, chatId, messageId, notBefore })
  // The button of the deletion is removed with the message.
  focusIfLost(findMessages)
  // The message was never sent: it is deleted already, without Undo, and the server has nothing to delete.
  if (entry === null) return
  const id = `message-${entry}`
  const holding = setInterval(
    () => holdMessageDelete(database(), userId, entry).catch(reportUnlessSignedOut),
    HOLD_AGAIN_MS,
  )
  const following = followQuery(() => isMessageDeleteUndoable(database(), entry)).subscribe((isUndoable) => {
    if (isUndoable) return
    end()
    withdrawUndo(id)
  }, reportUnlessSignedOut)
  const end = () => {
    clearInterval(holding)
    following.unsubscribe()
  }
  const texts = {
    question: t`Question deleted, with its answers`,
    answer: t`Answer deleted`,
    version: t`Version deleted`,
  } as const
  toastUndo({
    id,
    text: texts[what],
    undoLabel: t`Undo`,
    onUndo: () => {
      end()
      undo(entry).catch(toastFailure)
    },
    onLapse: () => {
      end()
      retry(database(), entry).catch(reportUnlessSignedOut)
    },
  })
}

async function undo(entry: string): Promise<void> {
  // A deletion that was tried once may have reached the server.
  const isUndoable = await isMessageDeleteUndoable(database(), entry)
  if (isUndoable && (await discard(database(), entry))) announce(t`The message is back`)
  else toastError(t`It is too late: the message is deleted`)
}

/** Ignores the error after a sign-out, whose confirmation included the unsent deletion. */
function reportUnlessSignedOut(error: unknown): void {
  if (!isSignedOutError(error)) reportError(error)
}
