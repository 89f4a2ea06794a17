import { Dexie, type Table } from 'dexie'
import * as v from 'valibot'
import { SignedOutError } from '#api/errors.ts'
import type { CompanionDatabase } from './database.ts'
import { freeSpace } from './free-space.ts'
import { isStorageFull } from './storage-errors.ts'

/** The part of the session record that names the signed-in user; src/session owns the record. */
const Holder = v.object({ user: v.nullable(v.object({ id: v.number() })) })

/** The most tries: a browser that still reports a full disk after so many has another problem. */
const TRIES = 4

/** The disk is full although all evictable data was deleted. Nothing was written. */
class StorageFullError extends Error {
  override readonly name = 'StorageFullError'
  readonly code = 'storage_full'
}

/**
 * Runs `work` in one transaction over `tables`, which is on disk when the promise resolves. Throws SignedOutError and
 * writes nothing unless this user is signed in, so that a late response cannot refill what sign-out has deleted; a
 * missing session record (evicted storage) is accepted. When the disk is full, it evicts copies and retries;
 * StorageFullError when nothing can be evicted.
 */
export async function writeAs<T>(
  db: CompanionDatabase,
  userId: number,
  tables: Table[],
  work: () => Promise<T>,
): Promise<T> {
  return withFreeSpace(db, userId, () => writeIfSpace(db, userId, tables, work))
}

/** Evicts copies and retries when the disk is full, like `writeAs`, but without the check of the signed-in user. */
export async function withFreeSpace<T>(db: CompanionDatabase, userId: number, work: () => Promise<T>): Promise<T> {
  // In a nested transaction, the code that began the outer one retries.
  if (Dexie.currentTransaction) return work()
  for (let tries = 1; ; tries += 1) {
    try {
      return await work()
    } catch (error) {
      if (!isStorageFull(error)) throw error
      if (tries === TRIES || !(await freeSpace(db, userId))) throw new StorageFullError('', { cause: error })
    }
  }
}

/** Like `writeAs`, for what can be spared: when the disk is full, it evicts nothing and throws the browser's error. */
export function writeIfSpace<T>(
  db: CompanionDatabase,
  userId: number,
  tables: Table[],
  work: () => Promise<T>,
): Promise<T> {
  return db.transaction('rw', [db.session, ...tables], async () => {
    // Both run concurrently to save time; if the check throws, the transaction rolls back.
    const [, result] = await Promise.all([checkHolder(db, userId), work()])
    return result
  })
}

async function checkHolder(db: CompanionDatabase, userId: number): Promise<void> {
  const record: unknown = await db.session.get('current')
  const holder = v.safeParse(Holder, record)
  if (holder.success && holder.output.user?.id !== userId) throw new SignedOutError('This user is not signed in')
}
