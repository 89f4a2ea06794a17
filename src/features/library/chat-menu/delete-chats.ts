import { plural, t } from '@lingui/core/macro'
import { isSignedOutError } from '#api/errors.ts'
import { enqueueChatDeletes, holdChats, releaseChats, takeChatsBack } from '#offline/chats/chat-trash.ts'
import { database } from '#offline/database/database.ts'
import { announce } from '#ui/feedback/live-region.tsx'
import { toastError, toastUndo } from '#ui/feedback/toast.ts'
import { toastFailure } from '#ui/feedback/toast-failure.ts'

/** Deleted chats that one toast with Undo can restore. */
interface Batch {
  id: string
  userId: number
  chatIds: string[]
  onBack: (chatIds: readonly string[]) => void
  /** The interval that renews the hold: the toast's time may pause or restart, and until it closes nothing is sent. */
  holding: ReturnType<typeof setInterval>
}

/** The interval between two renewals, well below the time after which a hold ends. */
const HOLD_AGAIN_MS = 10_000

let batch: Batch | undefined
let batches = 0

/**
 * Deletes chats here at once, and permanently when the toast with Undo closes. Chats deleted while it is open are added
 * to the same toast. `onBack` receives the ids of restored chats.
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

/** Ignores the error after a sign-out, whose confirmation included the unsent deletions. */
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
