import type { BodyInput } from '#contract/endpoint.ts'
import { registerWithGoogle } from '#contract/endpoints/accounts.ts'
import { api } from '#session/api.ts'
import { signIn } from '#session/session-actions.ts'

/** Signs in by a Google credential, with a new account where there is none. Throws ApiError `conflict` for an address whose owner is not proven. */
export async function signInWithGoogle(given: BodyInput<typeof registerWithGoogle>): Promise<void> {
  await signIn(await api.call(registerWithGoogle, { body: given }))
}
