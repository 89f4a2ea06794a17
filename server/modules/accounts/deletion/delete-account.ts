import type { BodyOf } from '#contract/endpoint.ts'
import type { deleteAccount as call } from '#contract/endpoints/accounts.ts'
import type { AccountDeps } from '../accounts.deps.ts'
import { tokenNotValid } from '../accounts.errors.ts'
import { findUser, isAnyAdmin } from '../accounts.repository.ts'
import type { GoogleDeps } from '../identity/google-credential.ts'
import { proveIdentity } from '../identity/prove-identity.ts'
import { type DeletionDeps, deleteUserData } from './delete-user-data.ts'

type Proof = BodyOf<typeof call>
type Deps = Pick<AccountDeps, 'db' | 'log' | 'now'> & DeletionDeps & GoogleDeps

/** Deletes the caller's account. Throws the errors of `proveIdentity`. */
export async function deleteAccount(deps: Deps, caller: { id: number }, proof: Proof): Promise<void> {
  const user = await findUser(deps.db, caller.id)
  if (user === undefined) throw tokenNotValid()
  await proveIdentity(deps, user, proof)
  // Idempotent: of two concurrent deletions both succeed.
  await deleteUserData(deps, user.id)
  deps.log.info('a user deleted their account')
  // Admins may delete their account too, even the last one.
  if (user.is_admin === 1 && !(await isAnyAdmin(deps.db))) {
    deps.log.warn('the last admin has left; `npm run admin:create` makes a new one')
  }
}
