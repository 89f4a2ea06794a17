import { database } from '#offline/database/database.ts'
import { readDeviceSetting, saveDeviceSetting } from '#offline/database/device-settings.ts'

/** A device stores the answers of this many users; the oldest are dropped. */
const MAX_ANSWERS = 50

/** Whether this user's emails follow the interface language; null: not yet asked on this device. */
export async function readMailLanguageAnswer(userId: number): Promise<boolean | null> {
  const answers = await readDeviceSetting(database(), 'mail_language')
  return answers.find((answer) => answer.userId === userId)?.follows ?? null
}

/** Replaces this user's answer and leaves those of other users. */
export async function saveMailLanguageAnswer(userId: number, follows: boolean): Promise<void> {
  const db = database()
  await db.transaction('rw', db.device, async () => {
    const others = (await readDeviceSetting(db, 'mail_language')).filter((answer) => answer.userId !== userId)
    await saveDeviceSetting(db, 'mail_language', [...others, { userId, follows }].slice(-MAX_ANSWERS))
  })
}
