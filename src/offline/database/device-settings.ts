import * as v from 'valibot'
import type { CompanionDatabase } from './database.ts'

const MailLanguageAnswer = v.object({ userId: v.number(), follows: v.boolean() })

/** Settings of this device for all users, each with its default. */
const deviceSettings = {
  /** How many chats the first sync loads. */
  offline_chats: v.fallback(v.picklist([20, 100, 'all']), 20),
  /** `declined` once the user has answered the install prompt, either way; it is not shown again. */
  install_offer: v.fallback(v.picklist(['unasked', 'declined']), 'unasked'),
  /** When a user first signed in on this device, in milliseconds since 1970; 0: not yet. */
  first_visit: v.fallback(v.number(), 0),
  /** `system` follows the device. */
  theme: v.fallback(v.picklist(['system', 'light', 'dark']), 'system'),
  /** Whether the service worker may send the outbox while no page is open (Background Sync). */
  background_sync: v.fallback(v.boolean(), true),
  /**
   * Whether a finished answer and the end of unsaved chats are announced by a notification; the user is asked after the
   * first long answer.
   */
  notifications: v.fallback(v.picklist(['unasked', 'on', 'declined']), 'unasked'),
  /** Per user, whether the email language follows the interface; last choice last. Older builds: one object. */
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
  /** Ids of the last shown example prompts: the next empty chat shows others. */
  last_examples: v.fallback(v.array(v.string()), []),
  /** The columns of the admin panel's list of users. */
  user_columns: v.fallback(v.array(v.string()), ['plan', 'state', 'joined', 'seen']),
  /** How many answers have finished unseen: the badge on the app's icon. */
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
