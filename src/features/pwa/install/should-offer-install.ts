import { Dexie } from 'dexie'
import type { CompanionDatabase } from '#offline/database/database.ts'
import { readDeviceSetting, saveDeviceSetting } from '#offline/database/device-settings.ts'
import { firstIdOf } from '#offline/outbox/new-entry.ts'

const ANSWERS = 2
/** Whoever has fewer answers among so many messages has not seen it at its best. */
const AMONG = 20

/**
 * Whether Companion may offer to be installed: not declined yet, and a second answer has come on this device or
 * the person is here on a second day. Live inside `useLiveQuery`.
 */
export async function isFittingMoment(db: CompanionDatabase, userId: number, now = Date.now()): Promise<boolean> {
  if ((await readDeviceSetting(db, 'install_offer')) === 'declined') return false
  const first = await readDeviceSetting(db, 'first_visit')
  if (first === 0) return false
  if (new Date(first).toDateString() !== new Date(now).toDateString()) return true
  const since = await db.messages
    .where('[account+id]')
    // Asked at every new message: what was there before, perhaps thousands, is not looked through.
    .between([userId, firstIdOf(first)], [userId, Dexie.maxKey])
    .limit(AMONG)
    .toArray()
  return since.filter(({ role, status }) => role === 'assistant' && status === 'complete').length >= ANSWERS
}

/**
 * Notes when a person was first here with this device: when this page was opened, for an answer may have come before
 * anybody notes it. Later calls change nothing.
 */
export async function recordFirstVisit(db: CompanionDatabase, now = Math.floor(performance.timeOrigin)): Promise<void> {
  await db.transaction('rw', [db.device], async () => {
    if ((await readDeviceSetting(db, 'first_visit')) === 0) await saveDeviceSetting(db, 'first_visit', now)
  })
}
