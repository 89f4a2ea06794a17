import type { Dependencies } from '../../../dependencies.ts'
import { appError } from '../../../lib/errors.ts'
import { fileNotFound, otherOffset } from '../files.errors.ts'
import { toFile } from '../files.mappers.ts'
import { findFile, findUpload, type UploadRow } from '../files.repository.ts'
import { completeFile } from './complete-file.ts'
import type { UploadResult } from './create-file.ts'
import { removeObjects, storeObject } from './stored-objects.ts'

type Deps = Pick<Dependencies, 'config' | 'db' | 'files' | 'log' | 'now'>

/** Adds a chunk to an upload, and completes the file with the last one. Throws `conflict` for another offset. */
export async function uploadChunk(
  deps: Deps,
  userId: number,
  { id, offset, chunk }: { id: string; offset: number; chunk: Blob },
): Promise<UploadResult> {
  const upload = await findUpload(deps.db, userId, id)
  if (upload === undefined) throw fileNotFound()
  if (upload.content_id !== null) {
    const file = await findFile(deps.db, userId, id)
    if (file === undefined) throw fileNotFound()
    return { file: toFile(file), isNew: false }
  }
  // All bytes have arrived: a server that was killed before it checked them left them so.
  if (upload.received === upload.size) return { file: await completeFile(deps, upload), isNew: true }
  const received = offset + chunk.size
  if (offset !== upload.received) throw otherOffset()
  if (chunk.size === 0 || received > upload.size) throw appError('bad_request')
  const object = await storeObject(deps, userId, new Uint8Array(await chunk.arrayBuffer()))
  const isAdded = await addChunk(deps, upload, { object, received })
  if (!isAdded) {
    await removeObjects(deps, [object])
    throw otherOffset()
  }
  if (received < upload.size) return { upload: { id, offset: received } }
  return { file: await completeFile(deps, upload), isNew: true }
}

/** False when another request has added a chunk at this offset, or completed the file. */
function addChunk(
  { db }: Deps,
  { user_id, id, received: start }: UploadRow,
  { object, received }: { object: string; received: number },
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const moved = await trx
      .updateTable('files')
      .set({ received })
      .where('user_id', '=', user_id)
      .where('id', '=', id)
      .where('received', '=', start)
      .where('content_id', 'is', null)
      .returning('id')
      .executeTakeFirst()
    if (moved === undefined) return false
    await trx.insertInto('file_chunks').values({ user_id, file_id: id, start, object }).execute()
    return true
  })
}
