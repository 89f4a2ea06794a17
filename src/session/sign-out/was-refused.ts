import { unlessBlocked } from '#offline/database/upgrade-blocked.ts'
import { openRecord } from '../token-record/open-record.ts'

/**
 * Whether nobody is signed in because a refresh was refused: by another tab or the worker, perhaps with no page open.
 * False while an upgrade of the database is held up. Rejects with a broken one.
 */
export async function wasRefused(): Promise<boolean> {
  const { db, readRecord } = await openRecord()
  return (await unlessBlocked(readRecord(db)))?.refused === true
}
