import type { ResponseOf } from '#contract/endpoint.ts'
import type { beginTotp as beginCall, confirmTotp as confirmCall } from '#contract/endpoints/factors.ts'
import type { Caller } from '../../../../lib/caller.ts'
import { isoTime } from '../../../../lib/time.ts'
import type { AccountDeps } from '../../accounts.deps.ts'
import { tokenNotValid } from '../../accounts.errors.ts'
import { findUser } from '../../accounts.repository.ts'
import { codeWrong, factorNotFound, secondFactorExists } from '../factors.errors.ts'
import { confirmTotpSecret, findTotp, hasSecondFactor, insertTotp, lockFactors } from '../factors.repository.ts'
import { mailSecondFactor } from '../mails/mail-second-factor.ts'
import { openSecret, sealSecret } from '../sealed-secret.ts'
import { createTotpSecret, stepOfCode, totpUri } from '../totp.ts'
import { issueRecoveryCodes } from './issue-recovery-codes.ts'
import { recordFactorChange } from './record-factor-change.ts'
import { asDigits } from './verify-code.ts'

type Deps = Pick<AccountDeps, 'config' | 'db' | 'engine' | 'mails' | 'now'>

const lockOf = ({ config }: Deps, userId: number) =>
  ({ tokenSecret: config.tokenSecret, purpose: 'totp', owner: String(userId) }) as const

/** How long a secret waits for its first code. */
const PENDING_MS = 30 * 60_000

/** Stores a new secret, which nothing asks for until a code has confirmed it. Throws conflict if one is confirmed. */
export async function beginTotp(deps: Deps, userId: number): Promise<ResponseOf<typeof beginCall>> {
  const user = await findUser(deps.db, userId)
  if (user === undefined) throw tokenNotValid()
  const secret = createTotpSecret()
  const sealed = sealSecret(secret, lockOf(deps, userId))
  if (!(await insertTotp(deps.db, userId, sealed, isoTime(deps.now())))) throw secondFactorExists()
  return { secret, uri: totpUri(secret, user.email) }
}

/**
 * Turns the app on; with the first second factor come recovery codes, shown once. Throws not_found without a secret
 * that waits.
 */
export async function confirmTotp(
  deps: Deps,
  caller: Pick<Caller, 'id' | 'isAdmin' | 'isProvider'>,
  code: string,
): Promise<ResponseOf<typeof confirmCall>> {
  const userId = caller.id
  const time = deps.now()
  const row = await findTotp(deps.db, userId)
  const user = await findUser(deps.db, userId)
  const isPending = row?.confirmed_at === null && Date.parse(row.created_at) > time - PENDING_MS
  const secret = isPending ? openSecret(row.sealed, lockOf(deps, userId)) : undefined
  if (row === undefined || user === undefined || secret === undefined) throw factorNotFound()
  const step = stepOfCode(secret, asDigits(code) ?? '', time)
  if (step === undefined) throw codeWrong()
  const recovery_codes = await deps.db.transaction().execute(async (trx) => {
    await lockFactors(trx, deps.engine, userId)
    const isFirst = !(await hasSecondFactor(trx, userId))
    if (!(await confirmTotpSecret(trx, row, step, isoTime(time)))) throw factorNotFound()
    const codes = isFirst ? await issueRecoveryCodes(trx, userId, isoTime(time)) : []
    await recordFactorChange(trx, caller, 'totp.added', time)
    return codes
  })
  mailSecondFactor(deps, user, 'added')
  return { recovery_codes }
}
