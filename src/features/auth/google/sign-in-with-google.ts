import type { BodyInput } from '#contract/endpoint.ts'
import { registerWithGoogle } from '#contract/endpoints/accounts.ts'
import { api } from '#session/api.ts'
import { signIn } from '#session/session-actions.ts'

/** Signs in or registers with a Google credential. Throws ApiError `conflict` for an unproven address. */
export async function signInWithGoogle(given: BodyInput<typeof registerWithGoogle>): Promise<void> {
  await signIn(await api.call(registerWithGoogle, { body: given }))
}
