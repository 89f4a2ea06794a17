import { deletePhoto } from '#contract/endpoints/accounts.ts'
import { api } from '#session/api.ts'
import { updateUser } from '#session/session-actions.ts'

/** Removes the photo on the server and in the session. */
export async function removePhoto(): Promise<void> {
  await updateUser(await api.call(deletePhoto, {}))
}
