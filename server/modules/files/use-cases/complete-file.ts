import { createHash } from 'node:crypto'
import type { File } from '#contract/objects/file.ts'
import type { Dependencies } from '../../../dependencies.ts'
import { AppError } from '../../../lib/errors.ts'
import { createSemaphore } from '../../../lib/semaphore.ts'
import { isoTime } from '../../../lib/time.ts'
import { readObject } from '../../../providers/files/file-store.ts'
import { inspectContent } from '../content/inspect-content.ts'
import { fileChanged, fileNotFound, tooManyUploads } from '../files.errors.ts'
import { toFile } from '../files.mappers.ts'
import { findFile, type UploadRow } from '../files.repository.ts'
import { mapStoreError, removeObjects, storeObject } from './stored-objects.ts'

type Deps = Pick<Dependencies, 'db' | 'files' | 'log' | 'now'>

/** Each holds a whole file in memory. */
const runLimited = createSemaphore({ running: 2, waiting: 64, full: tooManyUploads })

/**
 * Checks an upload whose bytes have all arrived, and makes it a file. One that is refused is forgotten, with its
 * chunks. It may run twice for one upload: the first to commit wins, and the objects of the other are removed.
 */
export function completeFile(deps: Deps, upload: UploadRow): Promise<File> {
  return runLimited(async () => {
    const { user_id, id } = upload
    const chunks = await deps.db
      .selectFrom('file_chunks')
      .select('object')
      .where('user_id', '=', user_id)
      .where('file_id', '=', id)
      .orderBy('start')
      .execute()
    const objects = chunks.map(({ object }) => object)
    try {
      await storeContent(deps, upload, objects)
    } catch (error) {
      if (error instanceof AppError && error.options.cause === undefined && error.code !== 'overloaded') {
        await forgetUpload(deps, upload, objects)
      }
      throw error
    }
    await removeObjects(deps, objects)
    const file = await findFile(deps.db, user_id, id)
    if (file === undefined) throw fileNotFound()
    return toFile(file)
  })
}

async function storeContent(deps: Deps, upload: UploadRow, objects: readonly string[]): Promise<void> {
  const { user_id, sha256, size, given_type } = upload
  const bytes = await join(deps, objects)
  // Another request has completed the file meanwhile and removed its chunks.
  if (bytes === null && (await findFile(deps.db, user_id, upload.id)) !== undefined) return
  if (bytes === null || createHash('sha256').update(bytes).digest('hex') !== sha256) throw fileChanged()
  const { thumbnail: picture, ...content } = await inspectContent(bytes, given_type)
  const object = await storeObject(deps, user_id, bytes)
  const thumbnail = picture === null ? null : await storeObject(deps, user_id, picture)
  const created_at = isoTime(deps.now())
  const isUsed = await deps.db.transaction().execute(async (trx) => {
    const inserted = await trx
      .insertInto('file_contents')
      .values({ ...content, user_id, sha256, size, object, thumbnail, created_at })
      .onConflict((conflict) => conflict.columns(['user_id', 'sha256']).doNothing())
      .returning('id')
      .executeTakeFirst()
    const { id: content_id } = await trx
      .selectFrom('file_contents')
      .select('id')
      .where('user_id', '=', user_id)
      .where('sha256', '=', sha256)
      .executeTakeFirstOrThrow()
    await trx
      .updateTable('files')
      .set({ content_id })
      .where('user_id', '=', user_id)
      .where('id', '=', upload.id)
      .where('content_id', 'is', null)
      .execute()
    await trx.deleteFrom('file_chunks').where('user_id', '=', user_id).where('file_id', '=', upload.id).execute()
    return inserted !== undefined
  })
  if (!isUsed) await removeObjects(deps, thumbnail === null ? [object] : [object, thumbnail])
}

/** All bytes of an upload; null when an object is missing. */
async function join({ files }: Deps, objects: readonly string[]): Promise<Uint8Array<ArrayBuffer> | null> {
  const parts: Uint8Array[] = []
  for (const object of objects) {
    const part = await mapStoreError(readObject(files, object))
    if (part === null) return null
    parts.push(part)
  }
  return parts.length === 0 ? null : new Uint8Array(Buffer.concat(parts))
}

async function forgetUpload(deps: Deps, { user_id, id }: UploadRow, objects: readonly string[]): Promise<void> {
  const forgotten = await deps.db
    .deleteFrom('files')
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .where('content_id', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (forgotten !== undefined) await removeObjects(deps, objects)
}
