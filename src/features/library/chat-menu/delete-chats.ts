import { plural, t } from '@lingui/core/macro'
import { isSignedOutError } from '#api/errors.ts'
import { enqueueChatDeletes, holdChats, releaseChats, takeChatsBack } from '#offline/chats/chat-trash.ts'
import { database } from '#offline/database/database.ts'
import { announce } from '#ui/feedback/live-region.tsx'
import { toastError, toastUndo } from '#ui/feedback/toast.ts'
import { toastFailure } from '#ui/feedback/toast-failure.ts'

/** Deleted a moment ago, under the toast that can take them back. */
interface Batch {
  id: string
  userId: number
  chatIds: string[]
  onBack: (chatIds: readonly string[]) => void
  /** The toast's time may stand still, or begin anew: while it stands, nothing under it goes. */
  holding: ReturnType<typeof setInterval>
}

/** Well before what is held would go by itself. */
const HOLD_AGAIN_MS = 10_000

let batch: Batch | undefined
let batches = 0

/**
 * Deletes chats here at once, and for good when the toast with Undo is gone. What is deleted meanwhile comes under the
 * same toast. `onBack` is told which chats came back.
 */
export async function deleteChats(
  userId: number,
  chatIds: readonly string[],
  onBack: (chatIds: readonly string[]) => void = () => {},
): Promise<void> {
  await enqueueChatDeletes(database(), { userId, chatIds, hold: true })
  const before = batch?.userId === userId ? batch : undefined
  clearInterval(before?.holding)
  const own: Batch = {
    id: before?.id ?? `deleted-${++batches}`,
    userId,
    chatIds: [...(before?.chatIds ?? []), ...chatIds],
    onBack: (back) => {
      before?.onBack(back)
      onBack(back)
    },
    holding: setInterval(() => hold(own), HOLD_AGAIN_MS),
  }
  batch = own
  if (before) hold(own)
  const count = own.chatIds.length
  toastUndo({
    id: own.id,
    text: plural(count, { one: 'Chat deleted', other: '# chats deleted' }),
    undoLabel: t`Undo`,
    onUndo: () => {
      end(own)
      undo(own).catch(toastFailure)
    },
    onLapse: () => {
      end(own)
      releaseChats(database(), userId, own.chatIds).catch(reportUnlessSignedOut)
    },
  })
}

function end(ended: Batch): void {
  clearInterval(ended.holding)
  if (batch === ended) batch = undefined
}

function hold({ userId, chatIds }: Batch): void {
  holdChats(database(), userId, chatIds).catch(reportUnlessSignedOut)
}

/** Signed out meanwhile: what waits was asked about then. */
function reportUnlessSignedOut(error: unknown): void {
  if (!isSignedOutError(error)) reportError(error)
}

async function undo({ userId, chatIds, onBack }: Batch): Promise<void> {
  const back = await takeChatsBack(database(), userId, chatIds)
  if (back.length < chatIds.length) toastError(t`It is too late: not all of it could be taken back`)
  if (back.length === 0) return
  announce(plural(back.length, { one: 'The chat is back', other: '# chats are back' }))
  onBack(back)
}
