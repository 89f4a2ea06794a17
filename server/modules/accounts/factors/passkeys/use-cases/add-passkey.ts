import { createHmac, randomUUID } from 'node:crypto'
import type { ResponseOf } from '#contract/endpoint.ts'
import type { addPasskey as call } from '#contract/endpoints/passkeys.ts'
import { PASSKEYS_MAX } from '#contract/limits.ts'
import type { NewPasskey, PasskeyCreation } from '#contract/objects/factors/passkey.ts'
import type { RelyingParty } from '../../../../../config/relying-party.ts'
import type { Caller } from '../../../../../lib/caller.ts'
import { deriveKey } from '../../../../../lib/derive-key.ts'
import { isoTime } from '../../../../../lib/time.ts'
import type { AccountDeps } from '../../../accounts.deps.ts'
import { tokenNotValid } from '../../../accounts.errors.ts'
import { findUser, type UserRow } from '../../../accounts.repository.ts'
import { deviceName } from '../../../sessions/device-name.ts'
import { passkeyExists, passkeyExpired, passkeyRefused, passkeysMax } from '../../factors.errors.ts'
import { hasSecondFactor, lockFactors } from '../../factors.repository.ts'
import { mailSecondFactor } from '../../mails/mail-second-factor.ts'
import { issueRecoveryCodes } from '../../use-cases/issue-recovery-codes.ts'
import { recordFactorChange } from '../../use-cases/record-factor-change.ts'
import { answeredChallenge } from '../answered-challenge.ts'
import { CHALLENGE_SECONDS, issuePasskeyChallenge } from '../passkey-challenge.ts'
import { insertPasskey, listPasskeys, type PasskeyRow, takeChallenge, toPasskey } from '../passkeys.repository.ts'
import { ALGORITHMS, descriptorOf, relyingPartyOf } from '../relying-party.ts'

type Deps = Pick<AccountDeps, 'config' | 'db' | 'engine' | 'mails' | 'now'>
type Added = ResponseOf<typeof call>

/** Asks the browser for a new passkey. Throws conflict when the user has as many as there can be. */
export async function beginPasskey({ config, db, now }: Deps, userId: number): Promise<PasskeyCreation> {
  const { id } = relyingPartyOf(config)
  const user = await findUser(db, userId)
  if (user === undefined) throw tokenNotValid()
  const rows = await listPasskeys(db, userId)
  if (rows.length >= PASSKEYS_MAX) throw passkeysMax()
  return {
    challenge: issuePasskeyChallenge({ purpose: 'add', userId }, { tokenSecret: config.tokenSecret, now: now() }),
    rp: { id, name: 'Companion' },
    user: {
      id: handleOf(user, rows, config.tokenSecret),
      name: user.email,
      displayName: `${user.first_name} ${user.last_name}`.trim() || user.email,
    },
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ alg, type: 'public-key' })),
    timeout: CHALLENGE_SECONDS * 1000,
    attestation: 'none',
    // An authenticator has one passkey for each user.
    excludeCredentials: rows.map(descriptorOf),
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
  }
}

/**
 * Stores a new passkey after verifying the authenticator's answer. Throws passkey_refused, and conflict for a
 * credential that is in use or one too many.
 */
export async function addPasskey(
  deps: Deps,
  caller: Pick<Caller, 'id' | 'isAdmin' | 'isProvider'>,
  given: NewPasskey,
  userAgent: string | null,
): Promise<Added> {
  const { config, db, now } = deps
  const party = relyingPartyOf(config)
  const time = now()
  const {
    text: challenge,
    userId,
    endsAt,
  } = answeredChallenge(given.response.clientDataJSON, {
    config,
    purpose: 'add',
    now: time,
  })
  const user = await findUser(db, caller.id)
  if (user === undefined) throw tokenNotValid()
  if (userId !== user.id) throw passkeyRefused()
  const credential = await credentialOf(party, given, challenge)
  const added = await db.transaction().execute(async (trx) => {
    await lockFactors(trx, deps.engine, user.id)
    const rows = await listPasskeys(trx, user.id)
    if (rows.length >= PASSKEYS_MAX) throw passkeysMax()
    const shown = { userId: user.id, challenge, endsAt: isoTime(endsAt), now: isoTime(time) }
    if (!(await takeChallenge(trx, shown))) throw passkeyExpired()
    const isFirst = !(await hasSecondFactor(trx, user.id))
    const row: PasskeyRow = {
      ...credential,
      user_id: user.id,
      id: randomUUID(),
      user_handle: handleOf(user, rows, config.tokenSecret),
      name: deviceName(userAgent) || 'Passkey',
      created_at: isoTime(time),
      last_used_at: null,
    }
    if (!(await insertPasskey(trx, row))) throw passkeyExists()
    const recovery_codes = isFirst ? await issueRecoveryCodes(trx, user.id, isoTime(time)) : []
    await recordFactorChange(trx, caller, 'passkey.added', time)
    return { passkey: toPasskey(row), recovery_codes }
  })
  mailSecondFactor(deps, user, 'passkey_added')
  return added
}

/** The user handle of WebAuthn: the same for all passkeys of an account, and without its address and id. */
function handleOf({ id, created_at }: UserRow, rows: readonly PasskeyRow[], tokenSecret: string): string {
  const [first] = rows
  if (first !== undefined) return first.user_handle
  return createHmac('sha256', deriveKey(tokenSecret, 'passkey'))
    .update(`handle ${id} ${created_at}`)
    .digest('base64url')
}

/** The public key of a new credential whose owner was verified. */
async function credentialOf({ id, origin }: RelyingParty, given: NewPasskey, expectedChallenge: string) {
  const { transports, ...response } = given.response
  // Loaded on demand: its hundreds of files took a sixth of the server's start.
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server')
  const verification = verifyRegistrationResponse({
    response: { ...given, response, clientExtensionResults: {} },
    expectedChallenge,
    expectedOrigin: origin,
    expectedRPID: id,
    requireUserVerification: true,
    supportedAlgorithmIDs: ALGORITHMS,
  })
  const { registrationInfo } = await verification.catch((cause: unknown) => {
    throw passkeyRefused(cause)
  })
  if (registrationInfo === undefined) throw passkeyRefused()
  const { credential } = registrationInfo
  return {
    credential_id: credential.id,
    public_key: Buffer.from(credential.publicKey).toString('base64url'),
    counter: credential.counter,
    transports: transports.join(','),
  }
}
