import { v4 as uuid } from 'uuid'
import type { Dependencies } from '../../../dependencies.ts'
import { isSystemError } from '../../../lib/system-error.ts'
import { isoTime } from '../../../lib/time.ts'
import { FileStoreError } from '../../../providers/files/file-store.ts'
import { storeUnavailable } from '../files.errors.ts'

type Deps = Pick<Dependencies, 'db' | 'files' | 'log' | 'now'>

/**
 * Stores an object under a new name. Its row is written first, so that the sweep finds an object to which no other row
 * refers: one whose server was killed in between.
 */
export async function storeObject(
  { db, files, now }: Deps,
  userId: number,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<string> {
  const name = uuid()
  await db
    .insertInto('stored_objects')
    .values({ name, user_id: userId, created_at: isoTime(now()) })
    .execute()
  await mapStoreError(files.put(name, bytes))
  return name
}

/**
 * Removes objects to which no row refers any more. Those that cannot be removed, or not before `signal` is aborted, are
 * left to the sweep.
 */
export async function removeObjects(
  { db, files, log }: Deps,
  names: readonly string[],
  signal?: AbortSignal,
): Promise<void> {
  for (const name of names) {
    if (signal?.aborted) return
    try {
      await files.remove(name, signal)
      await db.deleteFrom('stored_objects').where('name', '=', name).execute()
    } catch (error) {
      log.warn({ err: error }, 'an object was not removed from the file store yet; it is tried again')
    }
  }
}

/** A store that is not reachable is no fault of the request: clients try again. A full disk has its own error. */
export function mapStoreError<T>(work: Promise<T>): Promise<T> {
  return work.catch((error: unknown) => {
    if (error instanceof FileStoreError) throw storeUnavailable(error)
    if (isSystemError(error, 'EACCES') || isSystemError(error, 'EIO')) throw storeUnavailable(error)
    throw error
  })
}
