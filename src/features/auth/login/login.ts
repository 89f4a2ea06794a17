import type { InferOutput } from 'valibot'
import { type LoginInput, login as loginCall } from '#contract/endpoints/accounts.ts'
import { api } from '#session/api.ts'
import { signIn } from '#session/session-actions.ts'

/** Signs in on the server and on this device. Throws ApiError `invalid_credentials` for a wrong email or password. */
export async function login(input: InferOutput<typeof LoginInput>): Promise<void> {
  await signIn(await api.call(loginCall, { body: input }))
}
