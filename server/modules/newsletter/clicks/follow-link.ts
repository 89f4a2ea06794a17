import type { Dependencies } from '../../../dependencies.ts'
import { countClick, findLink } from './clicks.repository.ts'
import { readLinkToken } from './counted-links.ts'

/**
 * Where a counted link leads: an address that stands in its issue, because the request names a row and no address.
 * Undefined for a forged link. Nothing about the reader is stored.
 */
export async function followLink(
  { config, db }: Pick<Dependencies, 'config' | 'db'>,
  { token, isClick }: { token: string; isClick: boolean },
): Promise<string | undefined> {
  const id = readLinkToken(config.tokenSecret, token)
  if (id === undefined) return undefined
  return isClick ? countClick(db, id) : findLink(db, id)
}
