import type { SecondFactor } from '#contract/objects/second-factor.ts'
import type { RecordAudit } from '../../../../lib/audit-actions.ts'
import type { Caller } from '../../../../lib/caller.ts'
import { isoTime } from '../../../../lib/time.ts'
import type { AccountDeps } from '../../accounts.deps.ts'
import { findUser } from '../../accounts.repository.ts'
import { factorNotFound } from '../factors.errors.ts'
import {
  countRecoveryCodes,
  deleteSecondFactor,
  findTotp,
  hasSecondFactor,
  replaceRecoveryCodes,
} from '../factors.repository.ts'
import { mailSecondFactor } from '../mails/mail-second-factor.ts'
import { createRecoveryCodes, hashRecoveryCode } from '../recovery-codes.ts'

type Deps = Pick<AccountDeps, 'config' | 'db' | 'mails' | 'now'>

export async function readSecondFactor({ db, config }: Deps, { id, isAdmin }: Caller): Promise<SecondFactor> {
  return {
    totp_since: (await findTotp(db, id))?.confirmed_at ?? null,
    recovery_codes_left: await countRecoveryCodes(db, id),
    is_required: isAdmin && config.adminSecondFactor,
  }
}

/** Throws not_found without a second factor. */
export function renewRecoveryCodes({ db, now }: Deps, userId: number): Promise<{ recovery_codes: string[] }> {
  const recovery_codes = createRecoveryCodes()
  return db.transaction().execute(async (trx) => {
    if (!(await hasSecondFactor(trx, userId))) throw factorNotFound()
    await replaceRecoveryCodes(trx, userId, recovery_codes.map(hashRecoveryCode), isoTime(now()))
    return { recovery_codes }
  })
}

/** Idempotent. */
export async function removeSecondFactor(deps: Deps, userId: number): Promise<void> {
  const wasOn = await deps.db.transaction().execute((trx) => deleteSecondFactor(trx, userId))
  const user = await findUser(deps.db, userId)
  if (wasOn && user !== undefined) mailSecondFactor(deps, user, 'removed')
}

/** For a user who has lost it: the next sign-in takes the password alone. Throws not_found. */
export async function removeUserFactor(deps: Deps, userId: number, record: RecordAudit): Promise<void> {
  const user = await findUser(deps.db, userId)
  if (user === undefined) throw factorNotFound()
  await deps.db.transaction().execute(async (trx) => {
    if (!(await deleteSecondFactor(trx, userId))) throw factorNotFound()
    await record(trx, { subject: { kind: 'user', id: userId } })
  })
  mailSecondFactor(deps, user, 'removed_by_admin')
}
