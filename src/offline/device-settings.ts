import * as v from 'valibot'
import type { CompanionDatabase } from './database.ts'

/** Settings of this device, whoever is signed in, with what holds until they are set. */
export const deviceSettings = {
  /** How many chats the first load brings. */
  offline_chats: v.fallback(v.picklist([20, 100, 'all']), 20),
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
