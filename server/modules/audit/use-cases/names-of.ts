import type { Kysely, Selectable } from 'kysely'
import type { Database } from '../../../db/schema/schema.ts'
import type { AuditTable } from '../../../db/schema/schema-accounts.ts'

/** The current names of users and plans by id. */
export interface Names {
  users: ReadonlyMap<number, string>
  plans: ReadonlyMap<number, string>
}

/** The names in audit entries are read when they are shown, because the audit log stores only ids (decision 021). */
export async function namesOf(db: Kysely<Database>, rows: readonly Selectable<AuditTable>[]): Promise<Names> {
  const subjects = (kind: 'user' | 'plan') => rows.flatMap((row) => (row.subject_kind === kind ? [row.subject_id] : []))
  const ids = (given: readonly (number | null)[]) => [...new Set(given)].filter((id) => id !== null)
  const userIds = ids([...rows.map(({ actor_id }) => actor_id), ...subjects('user')])
  const planIds = ids(subjects('plan'))
  const users =
    userIds.length === 0
      ? []
      : await db
          .selectFrom('users')
          .select(['id', 'first_name', 'last_name', 'email'])
          .where('id', 'in', userIds)
          .execute()
  const plans =
    planIds.length === 0
      ? []
      : await db.selectFrom('plans').select(['id', 'title']).where('id', 'in', planIds).execute()
  return {
    users: new Map(
      users.map(({ id, first_name, last_name, email }) => [id, `${first_name} ${last_name}`.trim() || email]),
    ),
    plans: new Map(plans.map(({ id, title }) => [id, title])),
  }
}
