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
 * Deletes the caller's account. Throws password_wrong, password_not_set or credential_invalid on their fields,
 * and for a credential what signing in throws without a client id or without Google's keys.
 */
export async function deleteAccount(deps: Deps, caller: { id: number }, proof: Proof): Promise<void> {
  const user = await findUser(deps.db, caller.id)
  if (user === undefined) throw tokenNotValid()
  await prove(deps, user, proof)
  // Of two at once, both have got what they asked for.
  await deleteUserData(deps, user.id)
  deps.log.info('a person deleted their account')
  // Leaving is as easy as joining, for admins too.
  if (user.is_admin === 1 && !(await isAnyAdmin(deps.db))) {
    deps.log.warn('the last admin has left; `npm run admin:create` makes a new one')
  }
}

/** A session alone does not delete: a phone left on a table has one. */
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
