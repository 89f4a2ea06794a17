import type { UserSelection } from '#contract/objects/user-list.ts'
import { readStale } from '../../../db/read-replica.ts'
import type { Dependencies } from '../../../dependencies.ts'
import { isoTime } from '../../../lib/time.ts'
import { findUserIds, type ListedUserRow, readUsers } from '../../users/users.repository.ts'
import { type Column, csvPages, pagesOfIds } from '../csv-pages.ts'

const columns: readonly Column<ListedUserRow>[] = [
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
  ['plan', ({ plan_title }) => plan_title],
  ['state', ({ state }) => state],
  ['last_seen_at', ({ last_seen_at }) => last_seen_at],
]

/** Users as CSV: all, oldest first, unless the selection says otherwise. */
export async function exportUsers(
  { db, now }: Pick<Dependencies, 'db' | 'now'>,
  selection: UserSelection,
): Promise<AsyncGenerator<string, void>> {
  const time = isoTime(now())
  const ordered = { ...selection, ordering: selection.ordering ?? ('created_at' as const) }
  const ids = await readStale(db, (from) => findUserIds(from, ordered, { time }))
  return csvPages(
    columns,
    pagesOfIds(ids, (page) => readStale(db, (from) => readUsers(from, page, time))),
  )
}
