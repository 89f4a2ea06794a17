import type { CompanionDatabase } from '../database/database.ts'
import { readDeviceSetting, saveDeviceSetting } from '../database/device-settings.ts'

/** Counts one more answer that finished while the app was not visible; returns the number. */
export function countUnseen(db: CompanionDatabase): Promise<number> {
  return db.transaction('rw', [db.device], async () => {
    const count = (await readDeviceSetting(db, 'unseen_answers')) + 1
    await saveDeviceSetting(db, 'unseen_answers', count)
    return count
  })
}

/** Resets the counter when the app becomes visible. */
export async function forgetUnseen(db: CompanionDatabase): Promise<void> {
  if ((await readDeviceSetting(db, 'unseen_answers')) > 0) await saveDeviceSetting(db, 'unseen_answers', 0)
}
