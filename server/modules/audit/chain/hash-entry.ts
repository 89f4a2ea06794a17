import { createHash } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { AuditChainTable, AuditTable } from '../../../db/schema/schema-accounts.ts'

type Entry = Selectable<AuditTable>
type Digests = Pick<Selectable<AuditChainTable>, 'actor_digest' | 'subject_digest'>

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

/**
 * The digest that replaces a user's id in a hash. Once a deletion has removed the salt, nobody can find the id by
 * trying all ids.
 */
export const digestOf = (salt: string, userId: number): string => sha256(`${salt}:${userId}`)

/** The hash before the first entry. */
export const GENESIS = '0'.repeat(64)

/** The SHA-256 of an entry's position, its content and the previous entry's hash, in hexadecimal. */
export function hashEntry(
  { id, at, actor_kind, action, subject_kind, subject_id, details }: Entry,
  { position, previous, actor_digest, subject_digest }: Digests & { position: number; previous: string },
): string {
  const subject = subject_kind === 'user' ? subject_digest : subject_id
  return sha256(
    JSON.stringify([position, previous, id, at, actor_kind, actor_digest, action, subject_kind, subject, details]),
  )
}
