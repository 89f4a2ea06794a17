import type { Kysely } from 'kysely'
import type { Database } from '../../../db/schema/schema.ts'
import { type FieldProblem, fieldError } from '../../../lib/errors.ts'
import { unknownLabels } from '../../labels/labels.repository.ts'

/**
 * The error for a chat's new folder or tags when one does not exist or belongs to another user. Called before the chat
 * is locked; valid labels are locked, so that they cannot be deleted until the transaction ends.
 */
export async function labelProblem(
  trx: Kysely<Database>,
  userId: number,
  { folder, tags }: { folder: string | null; tags: readonly string[] },
): Promise<FieldProblem | undefined> {
  const folders = folder === null ? [] : [folder]
  if ((await unknownLabels(trx, 'folders', userId, folders)).length > 0) return fieldError('folder', 'invalid')
  if ((await unknownLabels(trx, 'tags', userId, tags)).length > 0) return fieldError('tags', 'invalid')
  return undefined
}
