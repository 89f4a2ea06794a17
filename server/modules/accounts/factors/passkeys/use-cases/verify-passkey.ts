import type { Kysely } from 'kysely'
import type { PasskeyAnswer } from '#contract/objects/factors/passkey.ts'
import type { Database } from '../../../../../db/schema/schema.ts'
import { isoTime } from '../../../../../lib/time.ts'
import type { AccountDeps } from '../../../accounts.deps.ts'
import { findUser, type UserRow } from '../../../accounts.repository.ts'
import { passkeyExpired, passkeyRefused, passkeyUnknown } from '../../factors.errors.ts'
import { answeredChallenge } from '../answered-challenge.ts'
import type { ChallengeUse } from '../passkey-challenge.ts'
import { findPasskey, type PasskeyRow, recordPasskeyUse, takeChallenge } from '../passkeys.repository.ts'
import { relyingPartyOf } from '../relying-party.ts'

type Deps = Pick<AccountDeps, 'config' | 'db' | 'now'>

interface Verified {
  user: UserRow
  /**
   * Uses up the challenge and the authenticator's counter, in the transaction of what the passkey is for. Throws
   * passkey_refused when another request has done so, or the passkey was removed.
   */
  recordUse: (trx: Kysely<Database>) => Promise<void>
}

/**
 * The user whose passkey has signed a challenge of this purpose. Throws passkey_refused for a challenge, passkey,
 * signature, counter or owner that does not match.
 */
export async function verifyPasskey(
  { config, db, now }: Deps,
  answer: PasskeyAnswer,
  purpose: ChallengeUse['purpose'],
): Promise<Verified> {
  const time = now()
  const party = relyingPartyOf(config)
  const {
    text: challenge,
    userId,
    endsAt,
  } = answeredChallenge(answer.response.clientDataJSON, {
    config,
    purpose,
    now: time,
  })
  const row = await findPasskey(db, answer.id)
  const user = row && (await findUser(db, row.user_id))
  if (row === undefined || user === undefined) throw passkeyUnknown()
  if (!isOwner(row, userId, answer.response.userHandle)) throw passkeyRefused()
  const counter = await counterOf(row, answer, { challenge, id: party.id, origin: party.origin })
  const recordUse = async (trx: Kysely<Database>) => {
    if (!(await recordPasskeyUse(trx, row, counter, isoTime(time)))) throw passkeyRefused()
    const shown = { userId: user.id, challenge, endsAt: isoTime(endsAt), now: isoTime(time) }
    if (!(await takeChallenge(trx, shown))) throw passkeyExpired()
  }
  return { user, recordUse }
}

/**
 * Whether the passkey belongs to the user of the challenge. A challenge for any user (0) must be answered with a user
 * handle, which has to be that of the passkey.
 */
function isOwner(row: PasskeyRow, userId: number, handle: string | undefined): boolean {
  if (handle !== undefined && handle !== row.user_handle) return false
  return userId === 0 ? handle !== undefined : userId === row.user_id
}

/** Checks origin, challenge, signature, and that the owner unlocked the authenticator. */
async function counterOf(
  row: PasskeyRow,
  answer: PasskeyAnswer,
  { challenge, id, origin }: { challenge: string; id: string; origin: string },
): Promise<number> {
  const { userHandle, ...response } = answer.response
  // Loaded on demand: its hundreds of files took a sixth of the server's start.
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
  const verification = verifyAuthenticationResponse({
    response: {
      ...answer,
      response: userHandle === undefined ? response : { ...response, userHandle },
      clientExtensionResults: {},
    },
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: id,
    requireUserVerification: true,
    credential: {
      id: row.credential_id,
      publicKey: new Uint8Array(Buffer.from(row.public_key, 'base64url')),
      counter: row.counter,
    },
  })
  const { verified, authenticationInfo } = await verification.catch((cause: unknown) => {
    throw passkeyRefused(cause)
  })
  if (!verified) throw passkeyRefused()
  return authenticationInfo.newCounter
}
