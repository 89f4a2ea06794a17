import type { BodyOf } from '#contract/endpoint.ts'
import type { confirmSession as call } from '#contract/endpoints/factors.ts'
import type { Caller } from '../../../../lib/caller.ts'
import { isoTime } from '../../../../lib/time.ts'
import type { AccountDeps } from '../../accounts.deps.ts'
import { tokenNotValid } from '../../accounts.errors.ts'
import { findUser } from '../../accounts.repository.ts'
import type { GoogleDeps } from '../../identity/google-credential.ts'
import { proveIdentity } from '../../identity/prove-identity.ts'
import { confirmationRequired, passkeyRefused } from '../factors.errors.ts'
import { factorMethods } from '../factors.repository.ts'
import { mailSecondFactor } from '../mails/mail-second-factor.ts'
import { verifyPasskey } from '../passkeys/use-cases/verify-passkey.ts'
import { verifyCode } from './verify-code.ts'

/**
 * Records that the user has proved who they are in this session. Throws confirmation_required for a password or a
 * Google credential where the account has a second factor, and the errors of the proof.
 */
export async function confirmSession(
  deps: AccountDeps & GoogleDeps,
  caller: Pick<Caller, 'id' | 'sessionId'>,
  proof: BodyOf<typeof call>,
  address: string,
): Promise<void> {
  const user = await findUser(deps.db, caller.id)
  if (user === undefined) throw tokenNotValid()
  if ('one_time_code' in proof) {
    const used = await verifyCode(deps, user.id, { code: proof.one_time_code, address })
    if (used === 'recovery') mailSecondFactor(deps, user, 'recovery_used')
  } else if ('passkey' in proof) {
    const { user: owner, recordUse } = await verifyPasskey(deps, proof.passkey, 'confirm')
    await deps.db.transaction().execute(recordUse)
    if (owner.id !== user.id) throw passkeyRefused()
  } else {
    const methods = await factorMethods(deps.db, user.id)
    if (methods.length > 0) throw confirmationRequired(methods)
    await proveIdentity(deps, user, proof)
  }
  await deps.db
    .updateTable('sessions')
    .set({ confirmed_at: isoTime(deps.now()) })
    .where('id', '=', caller.sessionId)
    .where('user_id', '=', caller.id)
    .execute()
}
