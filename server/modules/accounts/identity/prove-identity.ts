import type { BodyOf } from '#contract/endpoint.ts'
import type { deleteAccount } from '#contract/endpoints/accounts.ts'
import type { AccountDeps } from '../accounts.deps.ts'
import { credentialInvalid, passwordNotSet, passwordWrong } from '../accounts.errors.ts'
import type { UserRow } from '../accounts.repository.ts'
import { verifyPassword } from '../password/password-hash.ts'
import { type GoogleDeps, readCredential, spendCredential } from './google-credential.ts'

type Deps = Pick<AccountDeps, 'db' | 'log' | 'now'> & GoogleDeps

/**
 * Proves by password or Google credential who uses a session: the session is no proof, because somebody else may hold
 * the signed-in device. Throws password_wrong, password_not_set or credential_invalid on their fields, and for a
 * credential the errors of `readCredential`.
 */
export async function proveIdentity(deps: Deps, user: UserRow, proof: BodyOf<typeof deleteAccount>): Promise<void> {
  if ('password' in proof) {
    if (user.password_hash === null) throw passwordNotSet()
    if (!(await verifyPassword(user.password_hash, proof.password))) throw passwordWrong('password')
    return
  }
  const { sub, takenUntil } = await readCredential(deps, proof, credentialInvalid)
  if (user.google_sub !== sub) throw credentialInvalid()
  const shown = { credential: proof.credential, takenUntil, userId: user.id, now: deps.now() }
  await spendCredential(deps.db, shown, credentialInvalid)
}
