import { database } from '#offline/database/database.ts'
import { readDeviceSetting, saveDeviceSetting } from '#offline/database/device-settings.ts'
import { pruneCopy } from '#offline/database/prune.ts'
import { syncNow } from '#offline/sync/sync-now.ts'
import { api } from '#session/api.ts'

type Kept = 20 | 100 | 'all'

const amount = (kept: Kept): number => (kept === 'all' ? Number.POSITIVE_INFINITY : kept)

/** Fewer: the oldest leave this device at once. More: they are fetched; offline, the next sync does it. */
export async function changeOfflineChats(account: number, kept: Kept): Promise<void> {
  const db = database()
  const before = await readDeviceSetting(db, 'offline_chats')
  await saveDeviceSetting(db, 'offline_chats', kept)
  if (amount(kept) < amount(before)) await pruneCopy(db, account)
  else if (amount(kept) > amount(before) && navigator.onLine) await syncNow({ db, api, account })
}
