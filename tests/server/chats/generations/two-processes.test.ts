import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openDatabase } from '#server/db/database.ts'
import { allEvents, nextWritten, readEvents, storedOf, textOf } from '#support/api/answer-stream.ts'
import { createTestClient } from '#support/api/test-client.ts'
import { createTestStorage, type TestStorage } from '#support/database/test-database.ts'
import { startModelServer } from '#support/fakes/model-server.ts'
import { LiveServer } from '#support/servers/live-server.ts'
import { chatCalls, createChatUser } from '#support/users/chat-user.ts'

/** Two real processes on one PostgreSQL, either of which may generate any answer. */
const model = await startModelServer()
let storage: TestStorage
let one: LiveServer
let two: LiveServer

beforeAll(async () => {
  storage = await createTestStorage('postgres')
  const env = {
    DATABASE_URL: storage.databaseUrl ?? '',
    TOKEN_SECRET: randomBytes(32).toString('hex'),
    RATE_LIMITS: 'off',
    ASSISTANT_BASE_URL: model.url,
    ASSISTANT_MODEL: 'small-model',
  }
  // Both run the migrations at the same moment too.
  ;[one, two] = await Promise.all([
    LiveServer.start(env, 'tests/support/programs/short-lease-server.ts'),
    LiveServer.start(env, 'tests/support/programs/short-lease-server.ts'),
  ])
})
afterAll(async () => {
  await Promise.all([one?.remove(), two?.remove()])
  await storage?.remove()
  await model.close()
})

async function users() {
  const here = await createChatUser(createTestClient(one.url))
  return { here, there: chatCalls(createTestClient(two.url), here.token, here.chatId) }
}

test('a stream that begins on one process continues on another', async () => {
  const { here, there } = await users()
  const script = model.next({ tokens: ['One ', 'two ', 'three'], holdAt: 1 })
  const { assistant_message: answer } = await here.ask('Count')
  const first = readEvents(await here.resume(answer.id))
  const { value: chunk } = await first.next()
  expect(chunk).toMatchObject({ event: 'delta', id: `${answer.id}:1`, data: { text: 'One ' } })
  const rest = allEvents(await there.resume(answer.id, chunk?.id))
  await script.release()
  expect(textOf(await rest)).toBe('two three')
  expect((await Array.fromAsync(first)).at(-1)).toEqual((await rest).at(-1))
  expect(await allEvents(await here.resume(answer.id))).toEqual(await allEvents(await there.resume(answer.id)))
})

test('a stop request on either process ends the answer', async () => {
  const { here, there } = await users()
  for (const user of [here, there]) {
    const script = model.next({ tokens: ['Said ', 'unsaid'], holdAt: 1 })
    const { assistant_message: answer } = await here.ask('Stop me')
    const events = readEvents(await there.resume(answer.id))
    await nextWritten(events)
    expect(await user.stop(answer.id)).toMatchObject({ status: 'interrupted', content: 'Said ' })
    await script.cancelled()
    expect((await events.next()).value).toMatchObject({ event: 'done' })
  }
})

test('questions that are sent to both processes are answered once each, in one order', async () => {
  const { here, there } = await users()
  const before = model.requests.length
  const sends = await Promise.all(Array.from({ length: 12 }, (_, i) => (i % 2 ? here : there).ask(`Question ${i}`)))
  await Promise.all(sends.map(async (sent) => allEvents(await here.resume(sent.assistant_message.id))))
  const inOrder = sends.toSorted((a, b) => a.user_message.seq - b.user_message.seq)
  expect(inOrder.flatMap((sent) => [sent.user_message.seq, sent.assistant_message.seq])).toEqual(
    Array.from({ length: 24 }, (_, i) => i + 1),
  )
  const asked = model.requests.slice(before).map((request) => request.messages.at(-1)?.content)
  expect(asked).toEqual(inOrder.map((sent) => sent.user_message.content))
})

test('twenty repeats spread over both processes make one exchange', async () => {
  const { here, there } = await users()
  const id = crypto.randomUUID()
  const sends = await Promise.all(Array.from({ length: 20 }, (_, i) => (i % 2 ? here : there).ask('Once', { id })))
  expect(new Set(sends.map((sent) => sent.assistant_message.id)).size).toBe(1)
  expect(await there.messages()).toHaveLength(2)
})

test('answers of a killed process are taken over: their text is kept, or the other process writes them', {
  timeout: 60_000,
}, async () => {
  const { here, there } = await users()
  const other = await createChatUser(createTestClient(one.url))
  const otherThere = chatCalls(createTestClient(two.url), other.token, other.chatId)
  const partial = model.next({ tokens: ['Half ', 'more'], holdAt: 1 })
  const { assistant_message: half } = await here.ask('Partly written')
  await partial.sent(1)
  const tail = readEvents(await there.resume(half.id))
  await tail.next()
  const nothing = model.next({ tokens: ['Never'], holdAt: 0 })
  const { assistant_message: empty } = await other.ask('Not written')
  // Otherwise another answer, or a second attempt, could be the one that is held.
  await nothing.asked()
  const { assistant_message: next } = await here.ask('Next')
  // These streams break off with the process that serves them.
  const broken = Promise.allSettled([otherThere.resume(empty.id).then(allEvents), Array.fromAsync(tail)])
  // Whichever process owns the answers is killed: both are killed in turn, and the restarted one takes over the rest.
  await two.kill()
  const [halfBefore, emptyBefore] = [await readJob(half.id), await readJob(empty.id)]
  await two.start()
  await untilTakenOver(empty.id, emptyBefore)
  await untilTakenOver(half.id, halfBefore)
  // The end of the first answer starts the next one, which the second kill would otherwise interrupt.
  if ((await readJob(half.id)).status === 'finished') await untilFinished(next.id)
  await one.kill()
  const again = chatCalls(createTestClient(two.url), here.token, here.chatId)
  const last = await allEvents(await again.resume(next.id))
  expect(last.at(-1)).toMatchObject({ data: { assistant_message: { status: 'complete' } } })
  const messages = await again.messages()
  expect(messages[1]).toMatchObject({ status: 'interrupted', content: 'Half ' })
  expect(storedOf(await allEvents(await again.resume(half.id))).map((event) => event.id)).toEqual([`${half.id}:1`])
  const ended = (await allEvents(await otherThere.resume(empty.id))).at(-1)
  expect(ended).toMatchObject({ data: { assistant_message: { status: 'complete', content: 'You said: Not written' } } })
  await broken
  await Promise.all([partial.release(), nothing.release()])
  await one.start()
})

/** The state of the answer, and the end of its owner's lease. */
async function readJob(message: string) {
  const { db, close } = await openDatabase({ databaseUrl: storage.databaseUrl, dataDir: storage.dataDir })
  try {
    const job = db.selectFrom('generations').select(['status', 'owner', 'lease_expires_at'])
    return await job.where(sql<string>`message_id::text`, '=', message).executeTakeFirstOrThrow()
  } finally {
    await close()
  }
}

/** An answer is restarted once: the second kill must not happen while it runs again, because it would then fail. */
async function untilTakenOver(message: string, before: Awaited<ReturnType<typeof readJob>>): Promise<void> {
  const isSafe = async () => {
    const { status, owner, lease_expires_at } = await readJob(message)
    const livesOn = owner === before.owner && (lease_expires_at ?? '') > (before.lease_expires_at ?? '')
    return status === 'finished' || livesOn
  }
  await vi.waitFor(async () => expect(await isSafe()).toBe(true), { timeout: 20_000, interval: 100 })
}

const untilFinished = (message: string) =>
  vi.waitFor(async () => expect(await readJob(message)).toMatchObject({ status: 'finished' }), {
    timeout: 20_000,
    interval: 100,
  })
