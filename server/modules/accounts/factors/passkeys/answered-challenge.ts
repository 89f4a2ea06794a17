import * as v from 'valibot'
import type { Config } from '../../../../config/config.ts'
import { passkeyExpired, passkeyRefused } from '../factors.errors.ts'
import { type ChallengeUse, type PasskeyChallenge, readPasskeyChallenge } from './passkey-challenge.ts'

/** The part of the client's data that names the challenge; the library checks the rest. */
const ClientData = v.pipe(v.string(), v.parseJson(), v.object({ challenge: v.string() }))

interface Options {
  config: Pick<Config, 'tokenSecret'>
  purpose: ChallengeUse['purpose']
  /** Milliseconds since 1970. */
  now: number
}

/**
 * The challenge that an authenticator has signed, in base64url and read. Throws passkey_refused for one that has
 * ended, or is of another purpose or server.
 */
export function answeredChallenge(
  clientDataJSON: string,
  { config, purpose, now }: Options,
): PasskeyChallenge & { text: string } {
  const data = v.safeParse(ClientData, Buffer.from(clientDataJSON, 'base64url').toString())
  if (!data.success) throw passkeyRefused()
  const challenge = readPasskeyChallenge(data.output.challenge, config)
  if (challenge?.purpose !== purpose) throw passkeyRefused()
  if (challenge.endsAt <= now) throw passkeyExpired()
  return { ...challenge, text: data.output.challenge }
}
