import type { Kysely } from 'kysely'
import type { Database } from '../../db/schema/schema.ts'
import type { LabelKind, LabelRow, LabelTable } from './label-kind.ts'

type Db = Kysely<Database>

export function findLabel(db: Db, table: LabelTable, userId: number, id: string): Promise<LabelRow | undefined> {
  return db.selectFrom(table).selectAll().where('user_id', '=', userId).where('id', '=', id).executeTakeFirst()
}

export async function countLabels(db: Db, table: LabelTable, userId: number): Promise<number> {
  const own = db.selectFrom(table).where('user_id', '=', userId)
  const { count } = await own.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  return Number(count)
}

/**
 * The labels of a list that do not exist or belong to another user. The valid ones are locked until the transaction
 * ends. Labels are locked before chats everywhere, as when a label is deleted.
 */
export async function unknownLabels(
  trx: Db,
  table: LabelTable,
  userId: number,
  ids: readonly string[],
): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = trx.selectFrom(table).select('id').where('user_id', '=', userId).where('id', 'in', ids).orderBy('id')
  const own = await rows.forKeyShare().execute()
  const known = new Set(own.map((row) => row.id))
  return ids.filter((id) => !known.has(id))
}

export async function isDeleted(db: Db, kind: LabelKind, userId: number, id: string): Promise<boolean> {
  const tombstone = await db
    .selectFrom('deletions')
    .select('id')
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('id', '=', id)
    .executeTakeFirst()
  return tombstone !== undefined
}
