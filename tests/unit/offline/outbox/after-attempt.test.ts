import { v7 as uuid } from 'uuid'
import { describe, expect, it } from 'vitest'
import type { CompanionDatabase } from '#offline/database/database.ts'
import { afterAttempt } from '#offline/outbox/after-attempt.ts'
import { enqueueMessage } from '#offline/outbox/enqueue.ts'
import { discard } from '#offline/outbox/outbox-actions.ts'
import { ME, startDevice } from '#support/device/device.ts'

/** A message of which a flush has begun an attempt. */
async function beingSent(): Promise<{ db: CompanionDatabase; id: string; chatId: string }> {
  const { db } = await startDevice()
  const chatId = uuid()
  const id = await enqueueMessage(db, { userId: ME, chatId, content: 'One', newChat: {} })
  const lease = { owner: 'a flush', until: Date.now() + 60_000 }
  await db.outbox.where('id').equals(id).modify({ state: 'sending', lease })
  return { db, id, chatId }
}
const entryOf = (db: CompanionDatabase, id: string) => db.outbox.where('id').equals(id)

describe('taking back a message that is being sent', () => {
  it('happens when the attempt has failed', async () => {
    const { db, id } = await beingSent()
    const taken = afterAttempt(db, id, () => discard(db, id))
    await entryOf(db, id).modify({ state: 'waiting', lease: null })
    expect(await taken).toBe(true)
    expect(await entryOf(db, id).count()).toBe(0)
  })

  it('does not happen when the attempt has delivered it', async () => {
    const { db, id, chatId } = await beingSent()
    const taken = afterAttempt(db, id, () => discard(db, id))
    await entryOf(db, id).delete()
    expect(await taken).toBe(false)
    expect(await db.drafts.get([ME, chatId])).toBeUndefined()
  })

  it('is given up when the attempt still runs after the time limit', async () => {
    const { db, id } = await beingSent()
    expect(await afterAttempt(db, id, () => discard(db, id), 50)).toBe(false)
    expect(await entryOf(db, id).count()).toBe(1)
  })

  it('needs no second try when no attempt is running', async () => {
    const { db, id } = await beingSent()
    await entryOf(db, id).modify({ state: 'waiting', lease: null })
    let tries = 0
    const take = () => {
      tries += 1
      return discard(db, id)
    }
    expect(await afterAttempt(db, id, take)).toBe(true)
    expect(tries).toBe(1)
  })
})
