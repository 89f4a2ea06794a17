import type { BodyOf } from '#contract/endpoint.ts'
import type { deleteAccount as call } from '#contract/endpoints/accounts.ts'
import type { AccountDeps } from '../accounts.deps.ts'
import { credentialInvalid, passwordNotSet, passwordWrong, tokenNotValid } from '../accounts.errors.ts'
import { findUser, isAnyAdmin, type UserRow } from '../accounts.repository.ts'
import { type GoogleDeps, readCredential, spendCredential } from '../identity/google-credential.ts'
import { verifyPassword } from '../password/password-hash.ts'
import { type DeletionDeps, deleteUserData } from './delete-user-data.ts'

type Proof = BodyOf<typeof call>
type Deps = Pick<AccountDeps, 'db' | 'log' | 'now'> & DeletionDeps & GoogleDeps

/**
 * Deletes the caller's account. Throws password_wrong, password_not_set or credential_invalid on their fields, and for
 * a credential the errors of `readCredential`.
 */
export async function deleteAccount(deps: Deps, caller: { id: number }, proof: Proof): Promise<void> {
  const user = await findUser(deps.db, caller.id)
  if (user === undefined) throw tokenNotValid()
  await prove(deps, user, proof)
  // Idempotent: of two concurrent deletions both succeed.
  await deleteUserData(deps, user.id)
  deps.log.info('a person deleted their account')
  // Admins may delete their account too, even the last one.
  if (user.is_admin === 1 && !(await isAnyAdmin(deps.db))) {
    deps.log.warn('the last admin has left; `npm run admin:create` makes a new one')
  }
}

/** A session is no proof, because somebody else may hold the signed-in device. */
async function prove(deps: Deps, user: UserRow, proof: Proof): Promise<void> {
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
