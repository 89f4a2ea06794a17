import * as v from 'valibot'
import type { CompanionDatabase } from './database.ts'

const MailLanguageAnswer = v.object({ userId: v.number(), follows: v.boolean() })

/** Settings of this device, whoever is signed in, with what holds until they are set. */
export const deviceSettings = {
  /** How many chats the first load brings. */
  offline_chats: v.fallback(v.picklist([20, 100, 'all']), 20),
  /** Whether the app was offered for installing; once is enough. */
  install_offer: v.fallback(v.picklist(['unasked', 'declined']), 'unasked'),
  /** When somebody was first signed in here, in ms since 1970; 0: not yet. */
  first_visit: v.fallback(v.number(), 0),
  /** `system` follows the device. */
  theme: v.fallback(v.picklist(['system', 'light', 'dark']), 'system'),
  /** Whether the worker may send what waits while no page is open. */
  background_sync: v.fallback(v.boolean(), true),
  /** Whether "answer ready" is announced here; asked for after a first long answer. */
  notifications: v.fallback(v.picklist(['unasked', 'on', 'declined']), 'unasked'),
  /** Whose emails follow the language of the screen, the latest answer last. Once it was a single answer. */
  mail_language: v.fallback(
    v.union([
      v.array(MailLanguageAnswer),
      v.pipe(
        MailLanguageAnswer,
        v.transform((answer) => [answer]),
      ),
    ]),
    [],
  ),
  /** Ids of the example prompts of the last empty chat: the next one shows others. */
  last_examples: v.fallback(v.array(v.string()), []),
  /** Answers that were announced while nobody looked; the number on the app's icon. */
  unseen_answers: v.fallback(v.number(), 0),
} as const
type Settings = { [K in keyof typeof deviceSettings]: v.InferOutput<(typeof deviceSettings)[K]> }

export async function readDeviceSetting<K extends keyof Settings>(db: CompanionDatabase, key: K): Promise<Settings[K]> {
  return v.parse(deviceSettings[key], (await db.device.get(key))?.value) as Settings[K]
}

export async function saveDeviceSetting<K extends keyof Settings>(
  db: CompanionDatabase,
  key: K,
  value: Settings[K],
): Promise<void> {
  await db.device.put({ key, value })
}
