import type { Config } from '../../../../config/config.ts'
import type { RelyingParty } from '../../../../config/relying-party.ts'
import { passkeysOff } from '../factors.errors.ts'
import type { PasskeyRow } from './passkeys.repository.ts'

/** EdDSA, ES256 and RS256: what authenticators have, and every supported Node verifies. */
export const ALGORITHMS = [-8, -7, -257]

/**
 * Returns the relying party of WebAuthn: id and origin of this server. Throws not_found where its address allows none.
 */
export function relyingPartyOf({ relyingParty }: Pick<Config, 'relyingParty'>): RelyingParty {
  if (relyingParty === null) throw passkeysOff()
  return relyingParty
}

/** The descriptor by which a browser finds a passkey. */
export const descriptorOf = ({ credential_id, transports }: Pick<PasskeyRow, 'credential_id' | 'transports'>) => ({
  id: credential_id,
  type: 'public-key' as const,
  ...(transports === '' ? {} : { transports: transports.split(',') }),
})
