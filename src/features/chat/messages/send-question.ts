import { t } from '@lingui/core/macro'
import { database } from '#offline/database.ts'
import { isFull } from '#offline/is-full.ts'
import { enqueueMessage, type NewMessage } from '#offline/outbox.ts'
import { toastError } from '#ui/toast.ts'

/** Stores a message for sending; on disk when true. With false (a full disk, no storage) the person has been told. */
export async function sendQuestion(message: NewMessage): Promise<boolean> {
  try {
    await enqueueMessage(database(), message)
    return true
  } catch (error) {
    toastError(t`The message could not be stored on this device. Your text is still here`)
    if (!isFull(error)) reportError(error)
    return false
  }
}
