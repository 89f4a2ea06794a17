import type { BodyInput } from '#contract/endpoint.ts'
import { deleteAccount } from '#contract/endpoints/accounts.ts'
import { api } from '#session/api.ts'
import { leaveDevice, whenSignedOut } from '#session/sign-out/sign-out.ts'

export type Proof = BodyInput<typeof deleteAccount>

/**
 * Deletes the account on the server, then all data of this user on this device. Throws the server's refusal; after its
 * consent, a failure to clear the device is reported, but the user is signed out anyway.
 */
export async function leave(proof: Proof): Promise<void> {
  await api.call(deleteAccount, { body: proof })
  // The page is empty as soon as the user is signed out; the push service may take longer, so it is not awaited.
  await Promise.race([leaveDevice().catch(reportError), whenSignedOut()])
}
