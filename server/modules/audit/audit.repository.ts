import { type Kysely, type Selectable, sql } from 'kysely'
import type { AuditKind, AuditSelection } from '#contract/objects/admin/audit.ts'
import { orderBy, type Page } from '../../db/nearer-page.ts'
import type { Database } from '../../db/schema/schema.ts'
import type { AuditTable } from '../../db/schema/schema-accounts.ts'
import { matchesQuery } from '../../db/search/user-index.ts'
import { type AuditAction, auditActions } from '../../lib/audit-actions.ts'
import { isoTime } from '../../lib/time.ts'

/** By the part of an action before the dot; an action that is not listed is about an account. */
const kinds: Readonly<Record<string, AuditKind>> = {
  plan: 'plans',
  subscription: 'payments',
  subscriptions: 'payments',
  grant: 'payments',
  payment: 'payments',
  code: 'payments',
  validators: 'ratings',
  validator: 'ratings',
  judge: 'ratings',
  model: 'models',
  report: 'reports',
  exchange: 'reports',
  newsletter: 'newsletter',
  recipients: 'newsletter',
  legal: 'legal',
  audit: 'audit',
}

const actionsOf = (kind: AuditKind): AuditAction[] =>
  auditActions.filter((action) => (kinds[action.slice(0, action.indexOf('.'))] ?? 'accounts') === kind)

export async function countAudit(db: Kysely<Database>, selection: AuditSelection): Promise<number> {
  const { count } = await matching(db, selection)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** The ids of one page, newest first, or of all, oldest first. */
export async function findAuditIds(db: Kysely<Database>, selection: AuditSelection, page?: Page): Promise<number[]> {
  const rows = await matching(db, selection)
    .select('audit.id')
    .orderBy(orderBy([[sql`audit.id`, page !== undefined]], page?.isReversed ?? false))
    .$if(page !== undefined, (query) => query.limit(page?.limit ?? 0).offset(page?.offset ?? 0))
    .execute()
  const ids = rows.map(({ id }) => id)
  return page?.isReversed ? ids.reverse() : ids
}

export interface ChainedEntry extends Selectable<AuditTable> {
  /** Null until the entry is chained. */
  position: number | null
  hash: string | null
}

/** The entries with these ids, in their order. */
export async function readAudit(db: Kysely<Database>, ids: readonly number[]): Promise<ChainedEntry[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('audit')
    .leftJoin('audit_chain', 'audit_chain.audit_id', 'audit.id')
    .selectAll('audit')
    .select(['audit_chain.position', 'audit_chain.hash'])
    .where('audit.id', 'in', ids)
    .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

function matching(db: Kysely<Database>, { search = '', kind, actor, user_id, viewed, from, until }: AuditSelection) {
  let query = db.selectFrom('audit')
  if (user_id !== undefined) {
    query = query.where((eb) =>
      eb.or([eb('actor_id', '=', user_id), eb.and([eb('subject_kind', '=', 'user'), eb('subject_id', '=', user_id)])]),
    )
  }
  if (viewed !== undefined) {
    query = query
      .where('subject_kind', '=', 'user')
      .where('subject_id', '=', viewed)
      .where('action', '=', 'user.viewed')
  }
  if (kind !== undefined) query = query.where('action', 'in', actionsOf(kind))
  if (actor !== undefined) query = query.where('actor_id', '=', actor)
  if (from !== undefined) query = query.where('at', '>=', isoTime(Date.parse(from)))
  if (until !== undefined) query = query.where('at', '<', isoTime(Date.parse(until)))
  if (search.trim() === '') return query
  return query.where((eb) =>
    eb.or([
      matchesQuery('audit.actor_id', search),
      eb.and([eb('subject_kind', '=', 'user'), matchesQuery('audit.subject_id', search)]),
    ]),
  )
}
