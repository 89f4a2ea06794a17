import { uploadPhoto as uploadPhotoCall } from '#contract/endpoints/accounts.ts'
import { api } from '#session/api.ts'
import { updateUser } from '#session/session-actions.ts'

/** A photo is larger than a message, and a phone's network may be slow. */
const WITHIN_MS = 2 * 60 * 1000

/** Sets the photo of the signed-in person; shown everywhere once the server has it. */
export async function uploadPhoto(photo: Blob): Promise<void> {
  await updateUser(await api.call(uploadPhotoCall, { body: { photo }, timeoutMs: WITHIN_MS }))
}
