import { v4 as uuid } from 'uuid'
import type { Dependencies } from '../../../dependencies.ts'
import { isSystemError } from '../../../lib/system-error.ts'
import { isoTime } from '../../../lib/time.ts'
import { FileStoreError } from '../../../providers/files/file-store.ts'
import { fileNotFound, storeUnavailable } from '../files.errors.ts'

type Deps = Pick<Dependencies, 'db' | 'files' | 'log' | 'now'>

/**
 * Stores an object under a new name. Its row is written first, so that the sweep finds an object to which no other row
 * refers: one whose server was killed in between. Throws `not_found` when the account was deleted meanwhile: the sweep may
 * have removed the row before the object was there, so the object is removed here.
 */
export async function storeObject(deps: Deps, userId: number, bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const { db, files, now } = deps
  const row = { name: uuid(), user_id: userId, created_at: isoTime(now()) }
  const { name } = row
  await db.insertInto('stored_objects').values(row).execute()
  await mapStoreError(files.put(name, bytes))
  const own = db.selectFrom('stored_objects').select('name').where('name', '=', name).where('user_id', '=', userId)
  if ((await own.executeTakeFirst()) !== undefined) return name
  const orphan = { ...row, user_id: null }
  await db
    .insertInto('stored_objects')
    .values(orphan)
    .onConflict((known) => known.column('name').doNothing())
    .execute()
  await removeObjects(deps, [name])
  throw fileNotFound()
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
