import type { BodyOf } from '#contract/endpoint.ts'
import type { updateFolder as call } from '#contract/endpoints/companion.ts'
import type { Folder } from '#contract/objects/chat.ts'
import type { Dependencies } from '../../../dependencies.ts'
import { cleanText } from '../../../lib/text/clean-text.ts'
import { isoTime } from '../../../lib/time.ts'
import type { LabelTable } from '../label-kind.ts'
import { labelNotFound, nameRequired } from '../labels.errors.ts'
import { toLabel } from '../labels.mappers.ts'

/** Changes the given fields; the last writer wins, field by field. */
export async function updateLabel(
  { db, now }: Pick<Dependencies, 'db' | 'now'>,
  table: LabelTable,
  userId: number,
  id: string,
  { name, color }: BodyOf<typeof call>,
): Promise<Folder> {
  const clean = name === undefined ? undefined : cleanText(name).trim()
  if (clean === '') throw nameRequired()
  const changed = await db
    .updateTable(table)
    .set({
      ...(clean === undefined ? {} : { name: clean }),
      ...(color === undefined ? {} : { color }),
      updated_at: isoTime(now()),
    })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
  if (changed === undefined) throw labelNotFound()
  return toLabel(changed)
}
