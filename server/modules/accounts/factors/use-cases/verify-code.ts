import { addressKey } from '../../../../lib/client-address.ts'
import { isoTime } from '../../../../lib/time.ts'
import type { AccountDeps } from '../../accounts.deps.ts'
import { isKnownAddress } from '../../sessions/known-address.ts'
import { codeWrong } from '../factors.errors.ts'
import { findTotp, takeRecoveryCode, takeStep } from '../factors.repository.ts'
import { hashRecoveryCode } from '../recovery-codes.ts'
import { openSecret } from '../sealed-secret.ts'
import { stepOfCode } from '../totp.ts'

type Deps = Pick<AccountDeps, 'config' | 'db' | 'limiter' | 'now'>

/** Six digits in a row, or in groups. */
export const asDigits = (code: string): string | undefined => /^\d{6}$/.exec(code.replaceAll(/[\s-]/g, ''))?.[0]

/**
 * Uses up a code of the account's authenticator app or a recovery code, and says which it was. Tries are counted, those
 * from unknown addresses together: they never slow an address from which the owner has signed in. Throws rate_limited,
 * one_time_code_wrong.
 */
export async function verifyCode(
  deps: Deps,
  userId: number,
  { code, address }: { code: string; address: string },
): Promise<'totp' | 'recovery'> {
  const isKnown = await isKnownAddress(deps, userId, address)
  const counter = isKnown ? `${userId} ${addressKey(address)}` : String(userId)
  await deps.limiter.take('secondFactor', counter)
  const digits = asDigits(code)
  const isRight = digits === undefined ? await takeRecovery(deps, userId, code) : await takeTotp(deps, userId, digits)
  if (!isRight) throw codeWrong()
  await deps.limiter.reset('secondFactor', counter)
  return digits === undefined ? 'recovery' : 'totp'
}

const takeRecovery = ({ db, now }: Deps, userId: number, code: string): Promise<boolean> =>
  takeRecoveryCode(db, userId, hashRecoveryCode(code), isoTime(now()))

async function takeTotp({ db, config, now }: Deps, userId: number, digits: string): Promise<boolean> {
  const row = await findTotp(db, userId)
  if (row?.confirmed_at == null) return false
  const lock = { tokenSecret: config.tokenSecret, purpose: 'totp', owner: String(userId) } as const
  const secret = openSecret(row.sealed, lock)
  const step = secret === undefined ? undefined : stepOfCode(secret, digits, now())
  return step !== undefined && (await takeStep(db, row, step))
}
