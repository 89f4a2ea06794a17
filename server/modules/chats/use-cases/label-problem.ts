import type { Kysely } from 'kysely'
import type { Engine } from '../../../db/database.ts'
import type { Database } from '../../../db/schema/schema.ts'
import { type FieldProblem, fieldError } from '../../../lib/errors.ts'
import { unknownLabels } from '../../labels/labels.repository.ts'

/**
 * What is wrong with the folder and the tags that a chat shall have: they are not the user's own, or
 * deleted by now. Asked before the chat is locked; labels that are right cannot be deleted meanwhile.
 */
export async function labelProblem(
  trx: Kysely<Database>,
  engine: Engine,
  userId: number,
  { folder, tags }: { folder: string | null; tags: readonly string[] },
): Promise<FieldProblem | undefined> {
  const folders = folder === null ? [] : [folder]
  if ((await unknownLabels(trx, engine, 'folders', userId, folders)).length > 0) return fieldError('folder', 'invalid')
  if ((await unknownLabels(trx, engine, 'tags', userId, tags)).length > 0) return fieldError('tags', 'invalid')
  return undefined
}
