import type { Language } from '#contract/primitives.ts'
import type { Dependencies } from '../../../dependencies.ts'
import { readAddressToken } from './address-links.ts'
import { findSubscriber, listMails } from './subscribers.repository.ts'

/** All that is stored about an address without an account. */
export interface StoredAddress {
  email: string
  language: Language
  created_at: string
  confirmed_at: string | null
  bounced_at: string | null
  clicks_agreed_at: string | null
  mails: readonly { slug: string | null; language: Language; status: string; sent_at: string | null }[]
}

/** Undefined for a forged link, and when the address is not stored any more. */
export async function readAddress(
  { config, db }: Pick<Dependencies, 'config' | 'db'>,
  token: string,
): Promise<StoredAddress | undefined> {
  const id = readAddressToken(config.tokenSecret, token)
  const subscriber = id === undefined ? undefined : await findSubscriber(db, id)
  if (subscriber === undefined) return undefined
  const { id: subscriberId, ...stored } = subscriber
  return { ...stored, mails: await listMails(db, subscriberId) }
}
