import type { BodyOf } from '#contract/endpoint.ts'
import { forgotPassword as forgotPasswordCall } from '#contract/endpoints/accounts.ts'
import { api } from '#session/api.ts'

/** Requests a reset link; the response does not reveal whether the address is known. */
export async function forgotPassword(body: BodyOf<typeof forgotPasswordCall>): Promise<void> {
  await api.call(forgotPasswordCall, { body })
}
