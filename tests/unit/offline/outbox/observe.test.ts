import { Dexie } from 'dexie'
import { v7 as uuid } from 'uuid'
import { describe, expect, it, onTestFinished, test, vi } from 'vitest'
import type { CompanionDatabase } from '#offline/database/database.ts'
import { readEntries } from '#offline/database/queries.ts'
import { enqueueChatChange, enqueueMessage } from '#offline/outbox/enqueue.ts'
import { followOutbox, observeOutbox } from '#offline/outbox/observe.ts'
import { discard } from '#offline/outbox/outbox-actions.ts'
import { ME, startDevice } from '#support/device/device.ts'

const say = (db: CompanionDatabase, chatId: string, content: string, userId = ME) =>
  enqueueMessage(db, { userId, chatId, content, newChat: {} })

/** Counts the reads of all rows of the outbox; reads of keys are not counted. */
function countWholeReadings(db: CompanionDatabase): () => number {
  const sorted = vi.spyOn(Object.getPrototypeOf(db.outbox.toCollection()), 'sortBy')
  return () => sorted.mock.calls.length
}

/** Changes in between are not observed. */
async function withoutAWord(write: () => Promise<unknown>): Promise<void> {
  const { fire } = Dexie.on.storagemutated
  Dexie.on.storagemutated.fire = () => undefined
  try {
    await write()
  } finally {
    Dexie.on.storagemutated.fire = fire
  }
}

describe('an observer of the outbox', () => {
  it('says what stands there after every kind of change, and reads only what has changed', async () => {
    const { db } = await startDevice()
    const chatId = uuid()
    await say(db, chatId, 'One')
    const view = observeOutbox(db, ME)
    onTestFinished(view.stop)
    expect(await view.read()).toEqual(await readEntries(db, ME))
    const whole = countWholeReadings(db)
    const two = await say(db, chatId, 'Two')
    await enqueueChatChange(db, { userId: ME, chatId, patch: { title: 'Named' } })
    await say(db, uuid(), 'Of somebody else', 8)
    await vi.waitFor(async () => expect((await view.read()).map(({ kind }) => kind)).toHaveLength(4))
    const [first] = await view.read()
    await db.outbox.update(first?.order ?? -1, { state: 'failed' })
    await discard(db, two)
    await vi.waitFor(async () =>
      expect((await view.read()).map(({ state }) => state)).toEqual(['failed', 'waiting', 'waiting']),
    )
    expect(whole()).toBe(0)
    await readEntries(db, ME)
    expect(whole()).toBe(1)
    await db.outbox.where('[account+chat]').equals([ME, chatId]).delete()
    await vi.waitFor(async () => expect(await view.read()).toEqual([]))
  })

  it('finds entries of a tab that crashed before it could notify others', async () => {
    const { db } = await startDevice()
    await say(db, uuid(), 'One')
    const view = observeOutbox(db, ME)
    onTestFinished(view.stop)
    await view.read()
    await withoutAWord(() => say(db, uuid(), 'Two'))
    await say(db, uuid(), 'Three')
    expect(await view.read()).toEqual(await readEntries(db, ME))
  })
})

test('is read once per change by everything around a conversation, whatever its size', async () => {
  const { db } = await startDevice()
  const chatId = uuid()
  await say(db, chatId, 'One')
  const followed = followOutbox(db, ME)
  let told = 0
  for (let n = 0; n < 5; n += 1) onTestFinished(followed.subscribe(() => (told += 1)))
  await vi.waitFor(() => expect(followed.entries()).toHaveLength(2))
  await say(db, chatId, 'Two')
  await vi.waitFor(() => expect(followed.entries()).toHaveLength(3))
  const [whole, reads] = [countWholeReadings(db), vi.spyOn(db.outbox, 'bulkGet')]
  told = 0
  const before = followed.entries()
  await say(db, chatId, 'Three')
  await vi.waitFor(() => expect(followed.entries()).toHaveLength(4))
  expect([told, reads.mock.calls.length, whole()]).toEqual([5, 1, 0])
  expect(
    followed
      .entries()
      ?.slice(0, 2)
      .every((entry, at) => entry === before?.[at]),
  ).toBe(true)
})

test('shows a change whose reading has failed because WebKit lost the database', async () => {
  const { db } = await startDevice()
  const chatId = uuid()
  await say(db, chatId, 'One')
  const followed = followOutbox(db, ME)
  onTestFinished(followed.subscribe(() => undefined))
  await vi.waitFor(() => expect(followed.entries()).toHaveLength(2))
  const lost = new DOMException('Connection to Indexed Database server lost', 'UnknownError')
  const reads = vi.spyOn(db.outbox, 'bulkGet').mockReturnValueOnce(Dexie.Promise.reject(lost))
  await say(db, chatId, 'Two')
  await vi.waitFor(() => expect(followed.entries()).toHaveLength(3), { timeout: 5_000 })
  expect(reads).toHaveBeenCalled()
})
