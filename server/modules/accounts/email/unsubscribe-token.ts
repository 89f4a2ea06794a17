import { API_BASE } from '#contract/endpoint.ts'
import { unsubscribe } from '#contract/endpoints/mail.ts'
import type { Language } from '#contract/primitives.ts'
import type { Config } from '../../../config/config.ts'
import { readSignedName, signName } from '../../../lib/link-token.ts'

type Secrets = Pick<Config, 'publicUrl' | 'tokenSecret'>

/** Who gets the newsletter: an account, or an address without one. */
export type Reader = { userId: number } | { subscriberId: number }

/**
 * A link that ends the newsletter of one reader and nothing else; it needs no sign-in and never expires. `issue` tells
 * after which issue they left. Its page is in the language of the mail, whatever the browser prefers.
 */
export function unsubscribeUrl(
  { publicUrl, tokenSecret }: Secrets,
  reader: Reader,
  { language, issue }: { language: Language; issue?: number },
): string {
  const query = new URLSearchParams({ token: signName(tokenSecret, 'unsubscribe', nameOf(reader)), lang: language })
  if (issue !== undefined) query.set('issue', String(issue))
  return `${publicUrl}${API_BASE}${unsubscribe.path}?${query}`
}

/** The reader of the token; undefined for a forged token. */
export function readUnsubscribeToken(tokenSecret: string, token: string): Reader | undefined {
  const name = readSignedName(tokenSecret, 'unsubscribe', token)
  if (name === undefined) return undefined
  return name.startsWith('s') ? { subscriberId: Number(name.slice(1)) } : { userId: Number(name) }
}

const nameOf = (reader: Reader): string => ('userId' in reader ? String(reader.userId) : `s${reader.subscriberId}`)
