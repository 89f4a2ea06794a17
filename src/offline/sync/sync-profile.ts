import { getChatProfile } from '#contract/endpoints/companion.ts'
import { putServerProfile } from '../chats/chat-profile.ts'
import { writeAs } from '../database/write-as.ts'
import type { SyncOptions } from './sync-options.ts'

/** Loads the user's chat profile from the server. Errors as `api.call`. */
export async function syncProfile({ db, api, userId, signal }: SyncOptions): Promise<void> {
  const profile = await api.call(getChatProfile, { as: userId, signal })
  await writeAs(db, userId, [db.profiles], () => putServerProfile(db, userId, profile))
}
