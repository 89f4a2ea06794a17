import type { BodyOf } from '#contract/endpoint.ts'
import { forgotPassword as forgotPasswordCall } from '#contract/endpoints/accounts.ts'
import { api } from '#session/api.ts'

/** Asks for a link; the answer says the same whether the address is known or not. */
export async function forgotPassword(body: BodyOf<typeof forgotPasswordCall>): Promise<void> {
  await api.call(forgotPasswordCall, { body })
}
