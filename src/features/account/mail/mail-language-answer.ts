import { database } from '#offline/database/database.ts'
import { readDeviceSetting, saveDeviceSetting } from '#offline/database/device-settings.ts'

/** How many people's answers a device keeps; of more, the latest. */
const MAX_ANSWERS = 50

/** Whether this person's emails follow the language of the screen; null: they have not been asked on this device. */
export async function readMailLanguageAnswer(userId: number): Promise<boolean | null> {
  const answers = await readDeviceSetting(database(), 'mail_language')
  return answers.find((answer) => answer.userId === userId)?.follows ?? null
}

/** Replaces the person's former answer and leaves those of others. */
export async function saveMailLanguageAnswer(userId: number, follows: boolean): Promise<void> {
  const db = database()
  await db.transaction('rw', db.device, async () => {
    const others = (await readDeviceSetting(db, 'mail_language')).filter((answer) => answer.userId !== userId)
    await saveDeviceSetting(db, 'mail_language', [...others, { userId, follows }].slice(-MAX_ANSWERS))
  })
}
