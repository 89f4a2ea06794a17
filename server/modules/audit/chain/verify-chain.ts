import { setImmediate as nextEventLoopTurn } from 'node:timers/promises'
import type { Kysely, Selectable } from 'kysely'
import type { AuditChain } from '#contract/objects/admin/audit.ts'
import type { Database } from '../../../db/schema/schema.ts'
import type { AuditChainTable, AuditTable } from '../../../db/schema/schema-accounts.ts'
import { isUnchained } from './append-to-chain.ts'
import { digestOf, GENESIS, hashEntry } from './hash-entry.ts'

const BATCH = 1000

type Entry = Selectable<AuditTable>
type Row = Entry & Selectable<AuditChainTable>
/** The columns of an entry that is missing are null. */
type Link = { [Column in keyof Entry]: Entry[Column] | null } & Selectable<AuditChainTable>

/** Checks every entry from the first on, and stops at the first one that is missing or changed. */
export async function verifyChain(db: Kysely<Database>): Promise<AuditChain> {
  let last: AuditChain['last'] = null
  let checked = 0
  const broken = (problem: 'missing' | 'changed') => {
    return { checked, last, broken: { position: checked + 1, problem }, unchained: 0 }
  }
  for (;;) {
    const rows = await readAfter(db, checked)
    for (const row of rows) {
      const position = checked + 1
      if (row.position !== position || !hasEntry(row)) return broken('missing')
      const previous = last?.hash ?? GENESIS
      if (!matchesDigests(row) || hashEntry(row, { ...row, previous }) !== row.hash) return broken('changed')
      last = { position, entry: row.id, at: row.at, hash: row.hash }
      checked = position
    }
    if (rows.length === 0) break
    // Other requests are handled between two batches.
    await nextEventLoopTurn()
  }
  return { checked, last, broken: null, unchained: await countUnchained(db) }
}

/**
 * Reads entries and chain in one statement, so that in between no user can be deleted and no other process can add an
 * entry. A position that is missing in the chain leaves a gap.
 */
function readAfter(db: Kysely<Database>, position: number): Promise<Link[]> {
  return db
    .selectFrom('audit_chain')
    .leftJoin('audit', 'audit.id', 'audit_chain.audit_id')
    .selectAll()
    .where('position', '>', position)
    .orderBy('position')
    .limit(BATCH)
    .execute()
}

const hasEntry = (row: Link): row is Row => row.id !== null

/** Counts the entries not in the chain yet: from before the chain, or of an older server running beside this one. */
async function countUnchained(db: Kysely<Database>): Promise<number> {
  const { count } = await db
    .selectFrom('audit')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where(isUnchained)
    .executeTakeFirstOrThrow()
  return count
}

function matchesDigests(row: Row): boolean {
  const subject = row.subject_kind === 'user' ? row.subject_id : null
  return (
    matches(row.actor_id, row.actor_salt, row.actor_digest) && matches(subject, row.subject_salt, row.subject_digest)
  )
}

/** The id and salt of a deleted user are null; the hash covers the digest. */
function matches(userId: number | null, salt: string | null, digest: string | null): boolean {
  if (userId === null || salt === null) return userId === null && salt === null
  return digestOf(salt, userId) === digest
}
