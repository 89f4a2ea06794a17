import { expect, test } from 'vitest'
import { enqueueChatChange, enqueueMessage } from '#offline/outbox/enqueue.ts'
import { newId } from '#offline/outbox/new-entry.ts'
import { nobody } from '#session/state/session-state.ts'
import { endSession } from '#session/token-record/end-session.ts'
import { changeRecord, readRecord } from '#session/token-record/token-record.ts'
import { ME, startDevice } from '#support/device/device.ts'
import { coded } from '#support/servers/stub-server.ts'
import { makeAuthenticated } from '#support/users/make-user.ts'
import { flushClosed } from '../../../sw/flush-in-background.ts'

const noPage = async () => false

async function startWithMessage() {
  const device = await startDevice()
  await changeRecord(device.db, nobody, () => makeAuthenticated(ME))
  await enqueueMessage(device.db, { userId: ME, chatId: newId(), content: 'Hello', newChat: {} })
  const user = { userId: ME, language: 'en' as const, api: device.api }
  return { ...device, user }
}

test('the worker sends everything in the queue that it can', async () => {
  const { db, user } = await startWithMessage()
  const signal = AbortSignal.timeout(5_000)
  expect(await flushClosed(db, user, { signal, isPageOpen: noPage, locks: undefined })).toBe(false)
  expect(await db.outbox.count()).toBe(0)
})

test('entries that fail without a network register another background sync', async () => {
  const { db, user, server } = await startWithMessage()
  await server.close()
  const isPageOpen = async () => true
  const options = { signal: AbortSignal.timeout(5_000), isPageOpen, locks: undefined }
  expect(await flushClosed(db, user, options)).toBe(true)
  expect(await db.outbox.count()).toBe(2)
})

test('a background sync begins a new backoff for entries that have failed often without a network', async () => {
  const { db, user, server } = await startWithMessage()
  const error = { code: 'network', status: 0, message: '' }
  await db.outbox.toCollection().modify({ attempts: 9, nextAttemptAt: Date.now() + 60_000, error })
  await server.close()
  const options = { signal: AbortSignal.timeout(5_000), isPageOpen: async () => true, locks: undefined }
  expect(await flushClosed(db, user, options)).toBe(true)
  // The first entry was sent once more; the other waits for it. One earlier attempt stays counted.
  expect((await db.outbox.toArray()).map(({ attempts }) => attempts).toSorted()).toEqual([1, 2])
})

test('a message held for a subscription, and one after it, register no other background sync', async () => {
  const { db, user, server } = await startWithMessage()
  const [entry] = await db.outbox.toArray()
  await enqueueMessage(db, { userId: ME, chatId: entry?.queueKey ?? '', content: 'And this' })
  server.intercept = ({ path }) => (path === '/companion/chat/' ? coded(402, 'subscription_required') : undefined)
  const options = { signal: AbortSignal.timeout(5_000), isPageOpen: async () => true, locks: undefined }
  expect(await flushClosed(db, user, options)).toBe(false)
  expect(await db.outbox.count()).toBe(2)
})

test('what does not depend on a held message is sent, and registers another background sync while it cannot be', async () => {
  const { db, user, server } = await startWithMessage()
  const [entry] = await db.outbox.toArray()
  await enqueueChatChange(db, { userId: ME, chatId: entry?.queueKey ?? '', patch: { is_saved: true } })
  let isBroken = true
  server.intercept = ({ method, path }) => {
    if (path === '/companion/chat/') return coded(402, 'subscription_required')
    return isBroken && method === 'PATCH' ? coded(500, 'internal_error') : undefined
  }
  const isPageOpen = async () => true
  const kinds = async () => (await db.outbox.toArray()).map(({ kind }) => kind)
  expect(await flushClosed(db, user, { signal: AbortSignal.timeout(5_000), isPageOpen, locks: undefined })).toBe(true)
  expect(await kinds()).toEqual(['message.send', 'chat.update'])
  isBroken = false
  expect(await flushClosed(db, user, { signal: AbortSignal.timeout(5_000), isPageOpen, locks: undefined })).toBe(false)
  expect(await kinds()).toEqual(['message.send'])
})

test('the worker sends nothing where the setting is off', async () => {
  const { db, user } = await startWithMessage()
  await db.device.put({ key: 'background_sync', value: false })
  const signal = AbortSignal.timeout(5_000)
  expect(await flushClosed(db, user, { signal, isPageOpen: noPage, locks: undefined })).toBe(false)
  expect(await db.outbox.count()).toBe(2)
})

test('a rejected refresh in the worker ends that session only, and keeps what was typed', async () => {
  const { db } = await startWithMessage()
  const { access, refresh } = makeAuthenticated(ME)
  await endSession('refused', { db, used: { userId: ME, access, refresh: 'an older one' } })
  expect((await readRecord(db))?.session?.user.id).toBe(ME)
  await endSession('refused', { db, used: { userId: ME, access, refresh } })
  expect(await readRecord(db)).toEqual({ generation: 2, session: null, refused: true })
  expect(await db.outbox.count()).toBe(2)
})
