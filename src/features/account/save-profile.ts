import type { BodyInput } from '#contract/endpoint.ts'
import { updateProfile } from '#contract/endpoints/accounts.ts'
import { api } from '#session/api.ts'
import { updateUser } from '#session/session-actions.ts'

/** Changes the given fields of the signed-in user, on the server and in the session. */
export async function saveProfile(changes: BodyInput<typeof updateProfile>): Promise<void> {
  await updateUser(await api.call(updateProfile, { body: changes }))
}
