import { Dexie } from 'dexie'
import type { CompanionDatabase } from '#offline/database.ts'
import { readDeviceSetting, saveDeviceSetting } from '#offline/device-settings.ts'

const ANSWERS = 2

/**
 * Whether Companion may offer to be installed: not declined yet, and a second answer has come on this device or
 * the person is here on a second day. Live inside `useLiveQuery`.
 */
export async function isFittingMoment(db: CompanionDatabase, account: number, now = Date.now()): Promise<boolean> {
  if ((await readDeviceSetting(db, 'install_offer')) === 'declined') return false
  const first = await readDeviceSetting(db, 'first_visit')
  if (first === 0) return false
  if (new Date(first).toDateString() !== new Date(now).toDateString()) return true
  const answers = await db.messages
    .where('[account+id]')
    .between([account, Dexie.minKey], [account, Dexie.maxKey])
    .filter(
      ({ role, status, created_at }) =>
        role === 'assistant' && status === 'complete' && Date.parse(created_at) >= first,
    )
    .limit(ANSWERS)
    .count()
  return answers >= ANSWERS
}

/**
 * Notes when a person was first here with this device: when this page was opened, for an answer may have come before
 * anybody notes it. Later calls change nothing.
 */
export async function noteFirstVisit(db: CompanionDatabase, now = Math.floor(performance.timeOrigin)): Promise<void> {
  await db.transaction('rw', [db.device], async () => {
    if ((await readDeviceSetting(db, 'first_visit')) === 0) await saveDeviceSetting(db, 'first_visit', now)
  })
}
