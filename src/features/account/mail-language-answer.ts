import { database } from '#offline/database.ts'
import { readDeviceSetting, saveDeviceSetting } from '#offline/device-settings.ts'

/** Whether this person's emails follow the language of the screen; null: they have not been asked on this device. */
export async function readMailLanguageAnswer(account: number): Promise<boolean | null> {
  const answer = await readDeviceSetting(database(), 'mail_language')
  return answer?.account === account ? answer.follows : null
}

export function saveMailLanguageAnswer(account: number, follows: boolean): Promise<void> {
  return saveDeviceSetting(database(), 'mail_language', { account, follows })
}
