import type { Kysely, Selectable } from 'kysely'
import type { File } from '#contract/objects/file.ts'
import type { Database } from '../../db/schema/schema.ts'
import type { FilesTable } from '../../db/schema/schema-files.ts'
import { type FileRow, toFile } from './files.mappers.ts'

export type UploadRow = Selectable<FilesTable>

/** A file, whether complete or not. */
export function findUpload(db: Kysely<Database>, userId: number, id: string): Promise<UploadRow | undefined> {
  return db.selectFrom('files').selectAll().where('user_id', '=', userId).where('id', '=', id).executeTakeFirst()
}

const completeFiles = (db: Kysely<Database>, userId: number) =>
  db
    .selectFrom('files')
    .innerJoin('file_contents', (join) =>
      join.onRef('file_contents.user_id', '=', 'files.user_id').onRef('file_contents.id', '=', 'files.content_id'),
    )
    .select(['files.id', 'files.name', 'files.size', 'files.sha256'])
    .select(['media_type', 'width', 'height', 'object', 'thumbnail'])
    .where('files.user_id', '=', userId)

/** Undefined unless the file is complete. */
export function findFile(db: Kysely<Database>, userId: number, id: string): Promise<FileRow | undefined> {
  return completeFiles(db, userId).where('files.id', '=', id).executeTakeFirst()
}

/** The files of some of a user's messages by the id of the message, in their order. */
export async function findFilesOfMessages(
  db: Kysely<Database>,
  userId: number,
  messageIds: readonly string[],
): Promise<Map<string, File[]>> {
  if (messageIds.length === 0) return new Map()
  const rows = await completeFiles(db, userId)
    .innerJoin('message_files', (join) =>
      join.onRef('message_files.user_id', '=', 'files.user_id').onRef('message_files.file_id', '=', 'files.id'),
    )
    .select('message_files.message_id')
    .where('message_files.message_id', 'in', messageIds)
    .orderBy('message_files.position')
    .execute()
  const byMessage = Map.groupBy(rows, (row) => row.message_id)
  return new Map([...byMessage].map(([id, files]) => [id, files.map(toFile)]))
}

/**
 * Gives a question its files, in this order. False, and nothing stored, when one of them is not complete, is gone or
 * belongs to somebody else.
 */
export async function attachFiles(
  trx: Kysely<Database>,
  { userId, messageId }: { userId: number; messageId: string },
  fileIds: readonly string[],
): Promise<boolean> {
  if (fileIds.length === 0) return true
  const found = completeFiles(trx, userId).where('files.id', 'in', fileIds)
  // The lock waits for a deletion of old files, which may include one of these.
  const complete = await found.forKeyShare('files').execute()
  if (complete.length < new Set(fileIds).size) return false
  const rows = fileIds.map((file_id, position) => ({ user_id: userId, message_id: messageId, position, file_id }))
  await trx.insertInto('message_files').values(rows).execute()
  return true
}

/** The ids of the files of one message, in their order. */
export async function fileIdsOf(db: Kysely<Database>, userId: number, messageId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('message_files')
    .select('file_id')
    .where('user_id', '=', userId)
    .where('message_id', '=', messageId)
    .orderBy('position')
    .execute()
  return rows.map((row) => row.file_id)
}

/** Takes the files from messages. A sweep deletes those older than a day that no other message has. */
export async function detachFiles(trx: Kysely<Database>, userId: number, messageIds: readonly string[]): Promise<void> {
  await trx.deleteFrom('message_files').where('user_id', '=', userId).where('message_id', 'in', messageIds).execute()
}
