import type { Kysely } from 'kysely'
import type { Database } from '../../../db/schema/schema.ts'
import type { UserRow } from '../../accounts/accounts.repository.ts'
import { type Column, csvPages } from '../csv-pages.ts'

const columns: readonly Column<UserRow>[] = [
  ['id', ({ id }) => id],
  ['email', ({ email }) => email],
  ['username', ({ username }) => username],
  ['first_name', ({ first_name }) => first_name],
  ['last_name', ({ last_name }) => last_name],
  ['is_admin', ({ is_admin }) => is_admin === 1],
  ['is_provider', ({ is_provider }) => is_provider === 1],
  ['is_vip', ({ is_vip }) => is_vip === 1],
  ['is_ad_subscriber', ({ is_ad_subscriber }) => is_ad_subscriber === 1],
  ['receive_newsletters', ({ receive_newsletters }) => receive_newsletters === 1],
  ['email_verified', ({ email_verified }) => email_verified === 1],
  ['language', ({ language }) => language],
  ['created_at', ({ created_at }) => created_at],
]

/** All users as CSV, oldest first. */
export function exportUsers(db: Kysely<Database>): AsyncGenerator<string, void> {
  return csvPages(columns, (after, limit) =>
    db.selectFrom('users').selectAll().where('id', '>', after).orderBy('id').limit(limit).execute(),
  )
}
