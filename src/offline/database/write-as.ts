import { Dexie, type Table } from 'dexie'
import * as v from 'valibot'
import { SignedOutError } from '#api/errors.ts'
import type { CompanionDatabase } from './database.ts'
import { freeSpace } from './free-space.ts'
import { isFull } from './is-storage-full.ts'

/** The least of the session record that says who is signed in; src/session owns the rest. */
const Holder = v.object({ user: v.nullable(v.object({ id: v.number() })) })

/** More often than this the browser does not mean what it says. */
const TRIES = 4

/** There is no space left on this device, though all that the server has as well was given up. Nothing was written. */
export class StorageFullError extends Error {
  override readonly name = 'StorageFullError'
  readonly code = 'storage_full'
}

/**
 * One transaction over `tables`, complete on disk when the promise resolves. Throws SignedOutError and
 * writes nothing when somebody else, or nobody, is signed in: what comes late must not fill what
 * signing out has emptied. A missing record (storage was evicted) is no objection. When space runs out,
 * `work` runs again after the read copy has made room; StorageFullError when there is none to make.
 */
export async function writeAs<T>(
  db: CompanionDatabase,
  userId: number,
  tables: Table[],
  work: () => Promise<T>,
): Promise<T> {
  return withFreeSpace(db, userId, () => write(db, userId, tables, work))
}

/** Runs a transaction again after making room for it, as `writeAs` does, whoever is signed in. */
export async function withFreeSpace<T>(db: CompanionDatabase, userId: number, work: () => Promise<T>): Promise<T> {
  // Inside another transaction, whoever began it tries again.
  if (Dexie.currentTransaction) return work()
  for (let tries = 1; ; tries += 1) {
    try {
      return await work()
    } catch (error) {
      if (!isFull(error)) throw error
      if (tries === TRIES || !(await freeSpace(db, userId))) throw new StorageFullError('', { cause: error })
    }
  }
}

function write<T>(db: CompanionDatabase, userId: number, tables: Table[], work: () => Promise<T>): Promise<T> {
  return db.transaction('rw', [db.session, ...tables], async () => {
    // Side by side, since somebody may be waiting: whoever is found there, nothing is written unless all of it is.
    const [, result] = await Promise.all([checkHolder(db, userId), work()])
    return result
  })
}

async function checkHolder(db: CompanionDatabase, userId: number): Promise<void> {
  const record: unknown = await db.session.get('current')
  const holder = v.safeParse(Holder, record)
  if (holder.success && holder.output.user?.id !== userId) throw new SignedOutError('This person is not signed in')
}
