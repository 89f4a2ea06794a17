import { Dexie } from 'dexie'
import type { CompanionDatabase } from '#offline/database/database.ts'
import { readDeviceSetting, saveDeviceSetting } from '#offline/database/device-settings.ts'
import { firstIdOf } from '#offline/outbox/new-entry.ts'

const ANSWERS = 2
/** The number of messages to search for answers: a user with fewer answers among them does not know the app yet. */
const AMONG = 20

/**
 * Returns whether to offer the installation: the user has not declined it, and has a second answer on this device or is
 * here on a second day. Live inside `useLiveQuery`.
 */
export async function isFittingMoment(db: CompanionDatabase, userId: number, now = Date.now()): Promise<boolean> {
  if ((await readDeviceSetting(db, 'install_offer')) === 'declined') return false
  const first = await readDeviceSetting(db, 'first_visit')
  if (first === 0) return false
  if (new Date(first).toDateString() !== new Date(now).toDateString()) return true
  const since = await db.messages
    .where('[account+id]')
    // The query runs at every new message, so it reads only messages since the first visit, not the whole history.
    .between([userId, firstIdOf(first)], [userId, Dexie.maxKey])
    .limit(AMONG)
    .toArray()
  return since.filter(({ role, status }) => role === 'assistant' && status === 'complete').length >= ANSWERS
}

/**
 * Records the user's first visit on this device as the time when this page was opened, since an answer may arrive
 * before the call. Later calls change nothing.
 */
export async function recordFirstVisit(db: CompanionDatabase, now = Math.floor(performance.timeOrigin)): Promise<void> {
  await db.transaction('rw', [db.device], async () => {
    if ((await readDeviceSetting(db, 'first_visit')) === 0) await saveDeviceSetting(db, 'first_visit', now)
  })
}
