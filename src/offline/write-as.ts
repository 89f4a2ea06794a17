import type { Table } from 'dexie'
import * as v from 'valibot'
import { SignedOutError } from '#api/errors.ts'
import type { CompanionDatabase } from './database.ts'

/** The least of the session record that says who is signed in; src/session owns the rest. */
const Holder = v.object({ user: v.nullable(v.object({ id: v.number() })) })

/**
 * One transaction over `tables`, complete on disk when the promise resolves. Throws SignedOutError and
 * writes nothing when somebody else, or nobody, is signed in: what comes late must not fill what
 * signing out has emptied. A missing record (storage was evicted) is no objection.
 */
export function writeAs<T>(
  db: CompanionDatabase,
  account: number,
  tables: Table[],
  work: () => Promise<T>,
): Promise<T> {
  return db.transaction('rw', [db.session, ...tables], async () => {
    const record: unknown = await db.session.get('current')
    const holder = v.safeParse(Holder, record)
    if (holder.success && holder.output.user?.id !== account) throw new SignedOutError('This person is not signed in')
    return work()
  })
}
