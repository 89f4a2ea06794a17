import type { Dependencies } from '../../../dependencies.ts'
import { isoTime } from '../../../lib/time.ts'
import { readAddressToken } from './address-links.ts'
import { confirmSubscriber, deleteSubscriber, storeAgreement, storeLanguage } from './subscribers.repository.ts'

/** What the owner of an address can do on its page. */
export const addressActions = ['confirm', 'count_clicks', 'end_clicks', 'to_en', 'to_es', 'delete'] as const
export type AddressAction = (typeof addressActions)[number]

/**
 * Confirms that the owner of an address wants the newsletter, changes its language or whether their clicks are counted,
 * or deletes the address. Idempotent. False for a forged link, and for a change of an address that is not stored any more.
 */
export async function changeAddress(
  { config, db, erasure, now }: Pick<Dependencies, 'config' | 'db' | 'erasure' | 'now'>,
  token: string,
  { action, countsClicks }: { action: AddressAction; countsClicks: boolean },
): Promise<boolean> {
  const id = readAddressToken(config.tokenSecret, token)
  if (id === undefined) return false
  const time = isoTime(now())
  if (action === 'confirm') return confirmSubscriber(db, { id, now: time, countsClicks })
  if (action === 'to_en' || action === 'to_es') return storeLanguage(db, id, action === 'to_en' ? 'en' : 'es')
  if (action !== 'delete') return storeAgreement(db, id, action === 'count_clicks' ? time : null)
  await deleteSubscriber(db, id)
  // The address leaves the database's files too.
  erasure.request()
  return true
}
