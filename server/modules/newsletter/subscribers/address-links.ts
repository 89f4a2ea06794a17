import type { Language } from '#contract/primitives.ts'
import type { Config } from '../../../config/config.ts'
import { readSignedName, signName } from '../../../lib/link-token.ts'

export const ADDRESS_PATH = '/newsletter/address'
/** What is stored about the address, as a file. */
export const ADDRESS_FILE_PATH = '/newsletter/address.json'

type Secrets = Pick<Config, 'publicUrl' | 'tokenSecret'>

/**
 * The page of one address without an account: confirm, see what is stored, delete. It works while the address is
 * stored. In the language of the mail, whatever the browser prefers.
 */
export const subscriberAddressUrl = (
  { publicUrl, tokenSecret }: Secrets,
  subscriberId: number,
  language: Language,
): string =>
  `${publicUrl}${ADDRESS_PATH}?token=${signName(tokenSecret, 'newsletter', `s${subscriberId}`)}&lang=${language}`

/** The id of the subscriber; undefined for a forged token. */
export function readAddressToken(tokenSecret: string, token: string): number | undefined {
  const name = readSignedName(tokenSecret, 'newsletter', token)
  return name === undefined ? undefined : Number(name.slice(1))
}
