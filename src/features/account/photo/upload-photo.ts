import { uploadPhoto as uploadPhotoCall } from '#contract/endpoints/accounts.ts'
import { api } from '#session/api.ts'
import { updateUser } from '#session/session-actions.ts'

/** Longer than for a message: a photo is larger, and a phone's network may be slow. */
const WITHIN_MS = 2 * 60 * 1000

/** Uploads the photo of the signed-in user and updates the session. */
export async function uploadPhoto(photo: Blob): Promise<void> {
  await updateUser(await api.call(uploadPhotoCall, { body: { photo }, timeoutMs: WITHIN_MS }))
}
