import { createHash } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { AuditChainTable, AuditTable } from '../../../db/schema/schema-accounts.ts'

type Entry = Selectable<AuditTable>
type Digests = Pick<Selectable<AuditChainTable>, 'actor_digest' | 'subject_digest'>

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

/** What stands for a user's id in a hash. Without its salt, which a deletion removes, no id can be tried against it. */
export const digestOf = (salt: string, userId: number): string => sha256(`${salt}:${userId}`)

/** The hash before the first entry. */
export const GENESIS = '0'.repeat(64)

/** The hash of an entry at its position, over its content and the hash before it. */
export function hashEntry(
  { id, at, actor_kind, action, subject_kind, subject_id, details }: Entry,
  { position, previous, actor_digest, subject_digest }: Digests & { position: number; previous: string },
): string {
  const subject = subject_kind === 'user' ? subject_digest : subject_id
  return sha256(
    JSON.stringify([position, previous, id, at, actor_kind, actor_digest, action, subject_kind, subject, details]),
  )
}
