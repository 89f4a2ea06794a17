import { v7 as uuid } from 'uuid'
import { onTestFinished } from 'vitest'
import { CompanionDatabase } from '#offline/database/database.ts'
import { flush } from '#offline/flush/flush.ts'
import { syncAll } from '#offline/sync/sync-all.ts'
import { type Device, ME, startDevice } from './device.ts'

/** A chat on two devices of one user, the second over the same server. */
export async function startTwoDevices() {
  const one = await startDevice()
  const chatId = uuid()
  one.server.seed(chatId, 2)
  const db = new CompanionDatabase({ name: `test-${uuid()}` })
  onTestFinished(() => db.delete())
  const { api, server, clock } = one
  const more = { db, api, userId: ME, random: () => 0, now: () => clock.now }
  const two: Device = { ...one, db, flush: (options) => flush({ ...more, ...options }) }
  for (const device of [one, two]) await syncAll(device)
  return { one, two, chat: chatId, server, db }
}
