import { deletePhoto } from '#contract/endpoints/accounts.ts'
import { api } from '#session/api.ts'
import { updateUser } from '#session/session-actions.ts'

/** Takes the photo away everywhere. */
export async function removePhoto(): Promise<void> {
  await updateUser(await api.call(deletePhoto, {}))
}
