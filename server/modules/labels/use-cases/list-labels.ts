import type { Folder } from '#contract/objects/chat.ts'
import type { Dependencies } from '../../../dependencies.ts'
import type { LabelTable } from '../label-kind.ts'
import { toLabel } from '../labels.mappers.ts'

/** All labels by name: a client replaces its list, so no tombstones are sent. */
export async function listLabels(
  { db }: Pick<Dependencies, 'db'>,
  table: LabelTable,
  userId: number,
): Promise<Folder[]> {
  const rows = await db
    .selectFrom(table)
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('name')
    .orderBy('id')
    .execute()
  return rows.map(toLabel)
}
