import { plural, t } from '@lingui/core/macro'
import { isSignedOutError } from '#api/errors.ts'
import { enqueueChatDeletes, releaseChats, takeChatsBack } from '#offline/chat-bin.ts'
import { database } from '#offline/database.ts'
import { announce } from '#ui/live-region.tsx'
import { toastError, toastUndo } from '#ui/toast.ts'
import { toastFailure } from '#ui/toast-failure.ts'

/** Deleted a moment ago, under the toast that can take them back. */
interface Batch {
  id: string
  account: number
  chats: string[]
  onBack: (chats: readonly string[]) => void
}

let batch: Batch | undefined
let batches = 0

/**
 * Deletes chats here at once, and for good when the toast with Undo is gone. What is deleted meanwhile comes under the
 * same toast. `onBack` is told which chats came back.
 */
export async function deleteChats(
  account: number,
  chats: readonly string[],
  onBack: (chats: readonly string[]) => void = () => {},
): Promise<void> {
  await enqueueChatDeletes(database(), { account, chats, hold: true })
  const before = batch?.account === account ? batch : undefined
  const own: Batch = {
    id: before?.id ?? `deleted-${++batches}`,
    account,
    chats: [...(before?.chats ?? []), ...chats],
    onBack: (back) => {
      before?.onBack(back)
      onBack(back)
    },
  }
  batch = own
  const count = own.chats.length
  toastUndo({
    id: own.id,
    text: plural(count, { one: 'Chat deleted', other: '# chats deleted' }),
    undoLabel: t`Undo`,
    onUndo: () => {
      if (batch === own) batch = undefined
      undo(own).catch(toastFailure)
    },
    onLapse: () => {
      if (batch === own) batch = undefined
      releaseChats(database(), account, own.chats).catch((error: unknown) => {
        // Signed out meanwhile: what waits was asked about then.
        if (!isSignedOutError(error)) reportError(error)
      })
    },
  })
}

async function undo({ account, chats, onBack }: Batch): Promise<void> {
  const back = await takeChatsBack(database(), account, chats)
  if (back.length < chats.length) toastError(t`It is too late: not all of it could be taken back`)
  if (back.length === 0) return
  announce(plural(back.length, { one: 'The chat is back', other: '# chats are back' }))
  onBack(back)
}
