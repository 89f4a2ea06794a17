import type { BodyInput } from '#contract/endpoint.ts'
import { updateProfile } from '#contract/endpoints/accounts.ts'
import { api } from '#session/api.ts'
import { updateUser } from '#session/session-actions.ts'

/** Changes what is given of the signed-in person, on the server and here. */
export async function saveProfile(changes: BodyInput<typeof updateProfile>): Promise<void> {
  await updateUser(await api.call(updateProfile, { body: changes }))
}
