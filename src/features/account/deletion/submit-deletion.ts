import type { BodyInput } from '#contract/endpoint.ts'
import { deleteAccount } from '#contract/endpoints/accounts.ts'
import { api } from '#session/api.ts'
import { leaveDevice, whenSignedOut } from '#session/sign-out/sign-out.ts'

export type Proof = BodyInput<typeof deleteAccount>

/**
 * Deletes the account on the server, then everything of this person on this device. Throws the server's
 * refusal; once it has agreed, a device that cannot be emptied whole is reported and keeps nobody signed in.
 */
export async function leave(proof: Proof): Promise<void> {
  await api.call(deleteAccount, { body: proof })
  // From the moment that nobody is signed in the page is empty; the push service may take its time.
  await Promise.race([leaveDevice().catch(reportError), whenSignedOut()])
}
