import type { Kysely } from 'kysely'
import type { FileInput } from '#contract/endpoints/files.ts'
import { FILE_MAX } from '#contract/limits.ts'
import type { File, Upload } from '#contract/objects/file.ts'
import type { Database } from '../../../db/schema/schema.ts'
import type { Dependencies } from '../../../dependencies.ts'
import { isoTime } from '../../../lib/time.ts'
import { fileBroken, fileIdConflict, fileNotFound, filesFull, fileTooLarge } from '../files.errors.ts'
import { toFile } from '../files.mappers.ts'
import { findFile, findUpload, type UploadRow } from '../files.repository.ts'
import { completeFile } from './complete-file.ts'
import { removeObjects } from './stored-objects.ts'

/** `isNew` is false for a repeat of a complete file. */
export type UploadResult = { upload: Upload } | { file: File; isNew: boolean }

type Deps = Pick<Dependencies, 'config' | 'db' | 'files' | 'log' | 'now'>

/**
 * Begins an upload, or says where a known one goes on. It is complete at once when the user has the same content
 * already. When all bytes have arrived and the server was stopped before it checked them, they are checked now.
 */
export async function createFile(deps: Deps, userId: number, input: FileInput): Promise<UploadResult> {
  if (input.size > FILE_MAX) throw fileTooLarge()
  if (input.size === 0) throw fileBroken()
  const known = await findUpload(deps.db, userId, input.id)
  const upload = known ?? (await insertUpload(deps, userId, input))
  const { name, given_type, sha256, size } = upload
  const isSame = name === input.name && given_type === input.media_type && sha256 === input.sha256
  if (!isSame || size !== input.size) throw fileIdConflict()
  const wasComplete = known !== undefined && known.content_id !== null
  if (upload.content_id !== null || (await takeKnownContent(deps, upload))) {
    const file = await findFile(deps.db, userId, input.id)
    if (file === undefined) throw fileNotFound()
    return { file: toFile(file), isNew: !wasComplete }
  }
  if (upload.received === size) return { file: await completeFile(deps, upload), isNew: true }
  return { upload: { id: upload.id, offset: upload.received } }
}

async function insertUpload(deps: Deps, userId: number, input: FileInput): Promise<UploadRow> {
  const { db, config, now } = deps
  const { perUser } = config.files
  const isFull = perUser > 0 && (await usedBytes(db, userId)) + input.size > perUser
  if (isFull && (await findContent(db, userId, input)) === undefined) throw filesFull()
  const { id, name, sha256, size, media_type: given_type } = input
  const created_at = isoTime(now())
  await db
    .insertInto('files')
    .values({ user_id: userId, id, name, given_type, sha256, size, received: 0, content_id: null, created_at })
    .onConflict((conflict) => conflict.columns(['user_id', 'id']).doNothing())
    .execute()
  const row = await findUpload(db, userId, id)
  if (row === undefined) throw fileNotFound()
  return row
}

/** What a user's contents take, and their unfinished uploads will. */
async function usedBytes(db: Kysely<Database>, userId: number): Promise<number> {
  const sum = (table: 'files' | 'file_contents') =>
    db
      .selectFrom(table)
      .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('size'), eb.lit(0)).as('bytes'))
      .where('user_id', '=', userId)
  const contents = await sum('file_contents').executeTakeFirstOrThrow()
  const uploads = await sum('files').where('content_id', 'is', null).executeTakeFirstOrThrow()
  return Number(contents.bytes) + Number(uploads.bytes)
}

/** Completes an upload whose content the user has already sent under another id, and removes the chunks that it has. */
async function takeKnownContent(deps: Deps, upload: UploadRow): Promise<boolean> {
  const { user_id, id } = upload
  const content = await findContent(deps.db, user_id, upload)
  if (content === undefined) return false
  const chunks = await deps.db.transaction().execute(async (trx) => {
    await trx
      .updateTable('files')
      .set({ content_id: content.id })
      .where('user_id', '=', user_id)
      .where('id', '=', id)
      .execute()
    const deletion = trx.deleteFrom('file_chunks').where('user_id', '=', user_id).where('file_id', '=', id)
    return deletion.returning('object').execute()
  })
  await removeObjects(
    deps,
    chunks.map(({ object }) => object),
  )
  return true
}

function findContent(db: Kysely<Database>, userId: number, { sha256, size }: { sha256: string; size: number }) {
  return db
    .selectFrom('file_contents')
    .select('id')
    .where('user_id', '=', userId)
    .where('sha256', '=', sha256)
    .where('size', '=', size)
    .executeTakeFirst()
}
