import { t } from '@lingui/core/macro'
import { database } from '#offline/database/database.ts'
import { isStorageFull } from '#offline/database/storage-errors.ts'
import { enqueueMessage, type NewMessage } from '#offline/outbox/enqueue.ts'
import { toastError } from '#ui/feedback/toast.ts'

/** Stores a message in the outbox; true when it is on disk, false after an error message (full disk, no storage). */
export async function sendQuestion(message: NewMessage): Promise<boolean> {
  try {
    await enqueueMessage(database(), message)
    return true
  } catch (error) {
    toastError(t`The message could not be stored on this device. Your text is still here`)
    if (!isStorageFull(error)) reportError(error)
    return false
  }
}
