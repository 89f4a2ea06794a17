import type { BodyOf } from '#contract/endpoint.ts'
import type { createFolder as call } from '#contract/endpoints/companion.ts'
import { LABELS_MAX } from '#contract/limits.ts'
import type { Folder } from '#contract/objects/chat.ts'
import type { Dependencies } from '../../../dependencies.ts'
import { requestHash } from '../../../lib/request-hash.ts'
import { cleanText } from '../../../lib/text/clean-text.ts'
import { isoTime } from '../../../lib/time.ts'
import { type LabelKind, tableOf } from '../label-kind.ts'
import { labelIdConflict, nameRequired, tooManyLabels } from '../labels.errors.ts'
import { toLabel } from '../labels.mappers.ts'
import { countLabels, findLabel, isDeleted } from '../labels.repository.ts'

/**
 * Creates a folder or a tag; a repeat returns the current one with `created` false. A deleted label's id stays reserved
 * by its tombstone, so that a late repeat does not recreate it.
 */
export async function createLabel(
  { db, now }: Pick<Dependencies, 'db' | 'now'>,
  kind: LabelKind,
  userId: number,
  { id, name, color = null }: BodyOf<typeof call>,
): Promise<{ label: Folder; created: boolean }> {
  const table = tableOf[kind]
  const hash = requestHash(kind, [name, color])
  const clean = cleanText(name).trim()
  if (clean === '') throw nameRequired()
  const known = await findLabel(db, table, userId, id)
  const created = known === undefined && (await insert())
  const label = known ?? (await findLabel(db, table, userId, id))
  if (label === undefined || label.request_hash !== hash) throw labelIdConflict()
  return { label: toLabel(label), created }

  function insert(): Promise<boolean> {
    return db.transaction().execute(async (trx) => {
      if (await isDeleted(trx, kind, userId, id)) throw labelIdConflict()
      // Concurrent requests may exceed the maximum slightly; it only protects against floods.
      if ((await countLabels(trx, table, userId)) >= LABELS_MAX) throw tooManyLabels()
      const time = isoTime(now())
      const inserted = await trx
        .insertInto(table)
        .values({ user_id: userId, id, name: clean, color, request_hash: hash, created_at: time, updated_at: time })
        .onConflict((conflict) => conflict.columns(['user_id', 'id']).doNothing())
        .returning('id')
        .executeTakeFirst()
      return inserted !== undefined
    })
  }
}
