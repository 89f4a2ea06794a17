import { randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { v7 as uuid } from 'uuid'
import { expect, test } from 'vitest'
import { sendMessage } from '#contract/endpoints/chats.ts'
import { NEW_CHAT, readDraft } from '#offline/drafts/drafts.ts'
import { enqueueMessage } from '#offline/outbox/enqueue.ts'
import { discard } from '#offline/outbox/outbox-actions.ts'
import { attachFile } from '#support/device/attach-file.ts'
import { creating, environmentForFile, sending, sendingChunk } from './support/chaos-environment.ts'
import { Client, makeLocks } from './support/client.ts'
import { FileLedger, flawlessFiles } from './support/file-ledger.ts'
import { flawless, Ledger } from './support/ledger.ts'

const environment = environmentForFile()

async function begin() {
  const [user, client] = [await environment().registerUser(), new Client(environment())]
  await client.signIn(user)
  return { user, client, ledger: new Ledger() }
}

test('requests that are cut before they reach the server are sent again, in order', async () => {
  const { client, user, ledger } = await begin()
  const chats = [uuid(), uuid()]
  for (let n = 0; n < 4; n += 1) for (const chatId of chats) await client.type(ledger, user, chatId, 'on the way there')
  environment().proxy.cutBefore(creating, 3)
  environment().proxy.cutBefore(sending, 9)
  await client.flushUntilQuiet(user)
  expect(await ledger.judge(environment().rows)).toEqual(flawless(8))
  expect(await client.waiting(user)).toEqual([])
})

test('requests whose responses are cut after the server has acted take effect once', async () => {
  const { client, user, ledger } = await begin()
  const chats = [uuid(), uuid()]
  for (let n = 0; n < 4; n += 1) for (const chatId of chats) await client.type(ledger, user, chatId, 'on the way back')
  environment().proxy.cutAfter(creating, 3)
  environment().proxy.cutAfter(sending, 9)
  await client.flushUntilQuiet(user)
  expect(await ledger.judge(environment().rows)).toEqual(flawless(8))
  const asked = () => environment().model.requests.map(({ messages }) => messages.at(-1)?.content)
  const ofThese = () => asked().filter((content) => content?.endsWith('on the way back'))
  await expect.poll(ofThese, { timeout: 10_000 }).toHaveLength(8)
})

test('an upload whose chunks are cut on the way goes on where the server is, and its file is stored once', async () => {
  const { client, user, ledger } = await begin()
  const userId = user.authenticated.user.id
  const bytes = Buffer.from(randomBytes(400_000).toString('hex'))
  const { file } = await attachFile(client.db, userId, NEW_CHAT, { name: 'large.txt', bytes })
  const chatId = uuid()
  const content = ledger.enter(userId, chatId, 'with a file')
  const files = new FileLedger()
  files.enter(content, [{ name: file.name, mimeType: file.media_type, buffer: bytes }])
  await enqueueMessage(client.db, { userId, chatId, content, newChat: {}, files: [file] })
  const before = environment().proxy.cutBodies
  environment().proxy.cutWithin(sendingChunk, 2)
  environment().proxy.cutAfter(sendingChunk)
  environment().proxy.cutWithin(sendingChunk, 2)
  await client.flushUntilQuiet(user)
  expect(environment().proxy.cutBodies - before).toBe(4)
  expect(await ledger.judge(environment().rows)).toEqual(flawless(1))
  const stored = await files.judge(environment().rows, `${environment().server.folder}/files`, new Map())
  expect(stored).toEqual(flawlessFiles(1))
})

test('a server that is killed twice within a queue loses no acknowledged message, and stores none twice', async () => {
  const { client, user, ledger } = await begin()
  const chatId = uuid()
  for (let n = 0; n < 9; n += 1) await client.type(ledger, user, chatId, 'before the crash')
  const sendingAll = (async () => {
    while ((await client.waiting(user)).length > 0) {
      await client.flush(user)
      client.ahead += 3_600_000
      await delay(50)
    }
  })()
  for (const reached of [3, 6]) {
    await expect.poll(() => ledger.arrived(environment().rows), { timeout: 20_000 }).toBeGreaterThanOrEqual(reached)
    await environment().server.kill()
    await environment().server.start()
  }
  await sendingAll
  expect(await ledger.judge(environment().rows)).toEqual(flawless(9))
})

test('a 429 with a Retry-After of two minutes is respected to the second, and then everything is sent', async () => {
  const { client, user, ledger } = await begin()
  const chatId = uuid()
  for (let n = 0; n < 3; n += 1) await client.type(ledger, user, chatId, 'patiently')
  const busy = { message: 'Too many requests', code: 'rate_limited' }
  environment().proxy.answer(sending, { status: 429, headers: { 'retry-after': '120' }, json: busy }, 1)
  const started = Date.now()
  const { nextAt } = await client.flush(user)
  expect(nextAt).toBeGreaterThanOrEqual(started + 120_000)
  const passed = environment().proxy.passed.length
  expect(await client.flush(user, { now: () => (nextAt ?? 0) - 1 })).toMatchObject({ sent: 0 })
  expect(environment().proxy.passed).toHaveLength(passed)
  await client.flushUntilQuiet(user)
  expect(await ledger.judge(environment().rows)).toEqual(flawless(3))
})

test('a server that returns 500 for ten minutes fails no message and gets no request storm', async () => {
  const { client, user, ledger } = await begin()
  const chats = [uuid(), uuid()]
  for (const chatId of chats) for (let n = 0; n < 3; n += 1) await client.type(ledger, user, chatId, 'in bad times')
  environment().proxy.answer(/^POST /, { status: 500, json: { message: 'Sorry', code: 'internal_error' } })
  let tries = 0
  while (client.ahead < 10 * 60_000) {
    const { nextAt, sent } = await client.flush(user)
    expect(sent).toBe(0)
    expect(nextAt).not.toBeNull()
    client.ahead = Math.max(client.ahead, (nextAt ?? 0) - Date.now())
    tries += 1
  }
  expect(tries).toBeLessThan(30)
  const waiting = await client.waiting(user)
  expect(new Set(waiting.map(({ state }) => state))).toEqual(new Set(['waiting']))
  environment().proxy.heal()
  await client.flushUntilQuiet(user)
  expect(await ledger.judge(environment().rows)).toEqual(flawless(6))
})

test('a message that the server permanently rejects is kept with its reason, and other chats continue', async () => {
  const { client, user, ledger } = await begin()
  const [stuck, free] = [uuid(), uuid()]
  await client.type(ledger, user, stuck, 'first')
  await client.flushUntilQuiet(user)
  const refused = await client.type(ledger, user, stuck, 'its id is taken')
  const behind = await client.type(ledger, user, stuck, 'behind it')
  await client.api.call(sendMessage, { body: { id: refused.id, chat: stuck, content: 'Other words under its id' } })
  for (let n = 0; n < 3; n += 1) await client.type(ledger, user, free, 'elsewhere')
  await client.flushUntilQuiet(user)

  expect(await client.waiting(user)).toMatchObject([
    {
      id: refused.id,
      state: 'failed',
      error: { code: 'id_conflict', status: 409 },
      body: { content: refused.content },
    },
    { id: behind.id, state: 'waiting', lease: null },
  ])
  expect(await ledger.arrived(environment().rows)).toBe(4)
  await discard(client.db, refused.id)
  await client.flushUntilQuiet(user)
  expect(await readDraft(client.db, user.authenticated.user.id, stuck)).toBe(refused.content)
  const nothing = { duplicated: [], strayed: [], disordered: [], answers: [] }
  expect(await ledger.judge(environment().rows)).toMatchObject({ ...nothing, lost: [refused.content] })
})

test.each([
  ['with locks', makeLocks()],
  ['without locks', undefined],
])('two tabs and a worker that flush one queue over a bad network send everything once, %s', async (_, locks) => {
  const user = await environment().registerUser()
  const ledger = new Ledger()
  const name = `chaos-${uuid()}`
  const contexts = [1, 2, 3].map(() => new Client(environment(), { name, locks }))
  const [first] = contexts
  if (!first) throw new Error('There are three')
  await first.signIn(user)
  const chats = [uuid(), uuid(), uuid()]
  for (let n = 0; n < 4; n += 1) for (const chatId of chats) await first.type(ledger, user, chatId, 'together')
  environment().proxy.cutAfter(sending, 5)
  environment().proxy.cutBefore(sending, 5)
  for (let round = 0; round < 60 && (await first.waiting(user)).length > 0; round += 1) {
    await Promise.all(contexts.map((client) => client.flush(user)))
    for (const client of contexts) client.ahead += 3_600_000
  }
  expect(await first.waiting(user)).toEqual([])
  expect(await ledger.judge(environment().rows)).toEqual(flawless(12))
})
