import { openRecord } from './open-record.ts'

/** Whether nobody is signed in because a refresh was refused: by another tab or the worker, perhaps with no page open. */
export async function wasRefused(): Promise<boolean> {
  const { db, readRecord } = await openRecord()
  return (await readRecord(db))?.refused === true
}
