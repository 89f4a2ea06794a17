import type { Kysely } from 'kysely'
import type { SecondFactor } from '#contract/objects/second-factor.ts'
import type { Database } from '../../../../db/schema/schema.ts'
import type { RecordAudit } from '../../../../lib/audit-actions.ts'
import type { Caller } from '../../../../lib/caller.ts'
import { isoTime } from '../../../../lib/time.ts'
import type { AccountDeps } from '../../accounts.deps.ts'
import { findUser } from '../../accounts.repository.ts'
import { factorNotFound, secondFactorNeeded } from '../factors.errors.ts'
import {
  countRecoveryCodes,
  deleteRecoveryCodes,
  deleteSecondFactors,
  deleteTotp,
  findTotp,
  hasSecondFactor,
  lockFactors,
} from '../factors.repository.ts'
import { mailSecondFactor } from '../mails/mail-second-factor.ts'
import { deletePasskeyRow, listPasskeys, toPasskey } from '../passkeys/passkeys.repository.ts'
import { issueRecoveryCodes } from './issue-recovery-codes.ts'
import { recordFactorChange } from './record-factor-change.ts'

type Deps = Pick<AccountDeps, 'config' | 'db' | 'engine' | 'mails' | 'now'>
type Owner = Pick<Caller, 'id' | 'isAdmin' | 'isProvider'>

export async function readSecondFactor(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  { id, isAdmin }: Owner,
): Promise<SecondFactor> {
  return {
    totp_since: (await findTotp(db, id))?.confirmed_at ?? null,
    passkeys: (await listPasskeys(db, id)).map(toPasskey),
    recovery_codes_left: await countRecoveryCodes(db, id),
    is_required: isAdmin && config.adminSecondFactor,
  }
}

/** Throws not_found without a second factor. */
export function renewRecoveryCodes(
  { db, engine, now }: Pick<Deps, 'db' | 'engine' | 'now'>,
  userId: number,
): Promise<{ recovery_codes: string[] }> {
  return db.transaction().execute(async (trx) => {
    // Each of two requests at once would delete the earlier codes only, not those of the other.
    await lockFactors(trx, engine, userId)
    if (!(await hasSecondFactor(trx, userId))) throw factorNotFound()
    return { recovery_codes: await issueRecoveryCodes(trx, userId, isoTime(now())) }
  })
}

/** Idempotent. Throws conflict for the last factor of an admin who needs one. */
export async function removeTotp(deps: Deps, owner: Owner): Promise<void> {
  const { wasOn, isLast } = await deps.db.transaction().execute(async (trx) => {
    await lockFactors(trx, deps.engine, owner.id)
    const wasOn = await deleteTotp(trx, owner.id)
    if (!wasOn) return { wasOn, isLast: false }
    const isLast = await endWithLastFactor(trx, deps, owner)
    await recordFactorChange(trx, owner, 'totp.removed', deps.now())
    return { wasOn, isLast }
  })
  const user = await findUser(deps.db, owner.id)
  if (wasOn && user !== undefined) mailSecondFactor(deps, user, isLast ? 'removed' : 'app_removed')
}

/** Throws not_found; conflict for the last factor of an admin who needs one. */
export async function removePasskey(deps: Deps, owner: Owner, id: string): Promise<void> {
  const isLast = await deps.db.transaction().execute(async (trx) => {
    await lockFactors(trx, deps.engine, owner.id)
    if (!(await deletePasskeyRow(trx, owner.id, id))) throw factorNotFound()
    const isLast = await endWithLastFactor(trx, deps, owner)
    await recordFactorChange(trx, owner, 'passkey.removed', deps.now())
    return isLast
  })
  const user = await findUser(deps.db, owner.id)
  if (user !== undefined) mailSecondFactor(deps, user, isLast ? 'removed' : 'passkey_removed')
}

/** Whether no factor is left: then the recovery codes end, too. */
async function endWithLastFactor(trx: Kysely<Database>, { config }: Deps, { id, isAdmin }: Owner): Promise<boolean> {
  if (await hasSecondFactor(trx, id)) return false
  if (isAdmin && config.adminSecondFactor) throw secondFactorNeeded()
  await deleteRecoveryCodes(trx, id)
  return true
}

/**
 * Removes all second factors of a user who has lost them: the next sign-in takes the password alone. Throws not_found,
 * and conflict when admins need a second factor and the caller would remove their own.
 */
export async function removeUserFactors(deps: Deps, caller: Owner, userId: number, record: RecordAudit): Promise<void> {
  if (userId === caller.id && deps.config.adminSecondFactor) throw secondFactorNeeded()
  const user = await findUser(deps.db, userId)
  if (user === undefined) throw factorNotFound()
  await deps.db.transaction().execute(async (trx) => {
    await lockFactors(trx, deps.engine, userId)
    if (!(await deleteSecondFactors(trx, userId))) throw factorNotFound()
    await record(trx, { subject: { kind: 'user', id: userId } })
  })
  mailSecondFactor(deps, user, 'removed_by_admin')
}
