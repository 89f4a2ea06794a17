import type { Dependencies } from '../../../dependencies.ts'
import { isoTime } from '../../../lib/time.ts'
import { readAddressToken } from './address-links.ts'
import { confirmSubscriber, deleteSubscriber } from './subscribers.repository.ts'

/** What the owner of an address can do on its page. */
export const addressActions = ['confirm', 'delete'] as const
export type AddressAction = (typeof addressActions)[number]

/**
 * Confirms that the owner of an address wants the newsletter, or deletes the address. Idempotent. False for a forged link,
 * and for the confirmation of an address that is not stored any more.
 */
export async function changeAddress(
  { config, db, erasure, now }: Pick<Dependencies, 'config' | 'db' | 'erasure' | 'now'>,
  token: string,
  action: AddressAction,
): Promise<boolean> {
  const id = readAddressToken(config.tokenSecret, token)
  if (id === undefined) return false
  if (action === 'confirm') return confirmSubscriber(db, id, isoTime(now()))
  await deleteSubscriber(db, id)
  // The address leaves the database's files too.
  erasure.request()
  return true
}
