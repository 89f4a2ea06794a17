import type { CompanionDatabase } from './database.ts'

const KEY = 'wiped'

/** Notes that the browser had cleared what was kept here of a person. */
export async function recordWipe(db: CompanionDatabase, userId: number): Promise<void> {
  await db.device.put({ key: KEY, value: userId })
}

/** Whether that is still to be said to the person. Live inside `useLiveQuery`. */
export async function readWiped(db: CompanionDatabase, userId: number): Promise<boolean> {
  return (await db.device.get(KEY))?.value === userId
}

/** It has been said. */
export async function forgetWiped(db: CompanionDatabase): Promise<void> {
  await db.device.delete(KEY)
}
