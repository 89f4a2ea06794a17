import type { CompanionDatabase } from './database.ts'

const KEY = 'wiped'

/** Records that the browser had deleted this user's local data. */
export async function recordWipe(db: CompanionDatabase, userId: number): Promise<void> {
  await db.device.put({ key: KEY, value: userId })
}

/** Whether the user is still to be informed of the loss. Use inside `useLiveQuery`. */
export async function readWiped(db: CompanionDatabase, userId: number): Promise<boolean> {
  return (await db.device.get(KEY))?.value === userId
}

/** Clears the record once the user was informed. */
export async function forgetWiped(db: CompanionDatabase): Promise<void> {
  await db.device.delete(KEY)
}
