import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import { createChat } from '#contract/endpoints/chats.ts'
import type { StreamEvent } from '#contract/stream.ts'
import { allEvents, readEvents, textOf } from '#support/api/answer-stream.ts'
import { testEngines } from '#support/database/engines.ts'
import { createTestStorage } from '#support/database/test-database.ts'
import { startModelServer } from '#support/fakes/model-server.ts'
import { TEST_TOKEN_SECRET } from '#support/servers/server-process.ts'
import { describeServerOnEachEngine, startTestServer } from '#support/servers/test-server.ts'
import { type ChatUser, chatCalls, createChatUser } from '#support/users/chat-user.ts'

const model = await startModelServer()
afterAll(() => model.close())
const env = { ASSISTANT_BASE_URL: model.url, ASSISTANT_MODEL: 'small-model', ASSISTANT_CONCURRENCY: '1' }

/** An answer that occupies the only place until it is released. */
async function occupy(user: ChatUser) {
  const script = model.next({ tokens: ['Slow'], holdAt: 0 })
  const { assistant_message } = await user.ask('Slow?')
  await script.asked()
  return { script, id: assistant_message.id }
}

/** The event stream of an answer for which the process has no room, once it has told the place. */
async function queuedStream(user: ChatUser, id: string) {
  const events = readEvents(await user.resume(id))
  const next = async () => (await events.next()).value
  return { next, first: await next(), rest: () => Array.fromAsync(events) }
}

const place = (before: number | null): StreamEvent => ({ event: 'queued', data: { before } })
const answerOf = (events: readonly StreamEvent[]) => events.at(-1)?.data

describeServerOnEachEngine(
  'answers for which a process has no room',
  (server) => {
    it('wait, and tell how many are before them until they begin', async () => {
      const [slow, second, third] = [
        await createChatUser(server()),
        await createChatUser(server()),
        await createChatUser(server()),
      ]
      const { script } = await occupy(slow)
      const { assistant_message: next } = await second.ask('Second?')
      const { assistant_message: last } = await third.ask('Third?')
      const [secondStream, thirdStream] = await Promise.all([
        queuedStream(second, next.id),
        queuedStream(third, last.id),
      ])
      expect([secondStream.first, thirdStream.first]).toEqual([place(0), place(1)])
      // Whoever stops waiting makes room for those behind.
      expect(await second.stop(next.id)).toMatchObject({ status: 'interrupted', content: '' })
      expect(await thirdStream.next()).toEqual(place(0))
      expect((await secondStream.rest()).at(-1)).toMatchObject({ event: 'done' })
      await script.release()
      const events = await thirdStream.rest()
      expect(events[0]).toEqual(place(null))
      expect(textOf(events)).toBe('You said: Third?')
    })

    it('have no place behind another answer of their own chat', async () => {
      const user = await createChatUser(server())
      const { script } = await occupy(user)
      const { assistant_message } = await user.ask('And then?')
      const other = await createChatUser(server())
      const { assistant_message: theirs } = await other.ask('Mine?')
      const events = allEvents(await user.resume(assistant_message.id))
      expect((await queuedStream(other, theirs.id)).first).toEqual(place(0))
      await script.release()
      expect((await events).map((event) => event.event)).not.toContain('queued')
      expect(textOf(await events)).toBe('You said: And then?')
    })

    it('come in turns, so that whoever asks in many chats does not delay others', async () => {
      const [slow, eager, other] = [
        await createChatUser(server()),
        await createChatUser(server()),
        await createChatUser(server()),
      ]
      const { script } = await occupy(slow)
      const asked = model.requests.length
      const many: { chatId: string; id: string }[] = []
      for (let i = 0; i < 4; i += 1) {
        const chatId = randomUUID()
        await server().call(createChat, { token: eager.token, body: { id: chatId } })
        many.push({ chatId, id: (await eager.ask(`Many ${i}`, { chatId })).assistant_message.id })
      }
      const { assistant_message } = await other.ask('Only one')
      expect((await queuedStream(other, assistant_message.id)).first).toEqual(place(1))
      await script.release()
      for (const { chatId, id } of many) await allEvents(await chatCalls(server(), eager.token, chatId).resume(id))
      const order = model.requests.slice(asked).map((request) => request.messages.at(-1)?.content)
      expect(order).toEqual(['Many 0', 'Only one', 'Many 1', 'Many 2', 'Many 3'])
    })

    it('are all accepted and answered, while the server stays ready', async () => {
      const users = await Promise.all(Array.from({ length: 6 }, () => createChatUser(server())))
      const slow = await createChatUser(server())
      const { script } = await occupy(slow)
      const sent = await Promise.all(
        users.flatMap((user) => [0, 1, 2, 3, 4].map(async (i) => ({ user, ...(await user.ask(`Question ${i}`)) }))),
      )
      expect((await server().send('/readyz')).status).toBe(200)
      expect((await server().send('/metrics')).text).toContain('companion_generations_running 1\n')
      await script.release()
      const answers = await Promise.all(
        sent.map(async ({ user, assistant_message }) =>
          answerOf(await allEvents(await user.resume(assistant_message.id))),
        ),
      )
      expect(answers).toMatchObject(
        sent.map(({ user_message }) => ({
          assistant_message: { status: 'complete', content: `You said: ${user_message.content}` },
        })),
      )
    })
  },
  { env },
)

describe.each(testEngines)('answers that wait when the process ends (%s)', (engine) => {
  it('are written by the next one', async () => {
    const storage = await createTestStorage(engine, { migrated: true })
    const settings = { env: { ...env, TOKEN_SECRET: TEST_TOKEN_SECRET }, generations: { graceMs: 0 } }
    let server = await startTestServer(storage, settings)
    try {
      const [slow, waiting] = [await createChatUser(server), await createChatUser(server)]
      const { script } = await occupy(slow)
      const { assistant_message } = await waiting.ask('Still there?')
      await server.close()
      await script.cancelled()
      // The slow answer is begun again, so the other one waits again.
      const again = model.next({ tokens: ['Slow'], holdAt: 0 })
      server = await startTestServer(storage, settings)
      await again.asked()
      const stream = await queuedStream(chatCalls(server, waiting.token, waiting.chatId), assistant_message.id)
      expect(stream.first).toEqual(place(0))
      await again.release()
      expect(textOf(await stream.rest())).toBe('You said: Still there?')
    } finally {
      await server.close()
      await storage.remove()
    }
  })
})

describe('two processes with room for one answer each', () => {
  it('tell the same place of an answer, whichever was asked', async () => {
    const storage = await createTestStorage('postgres', { migrated: true })
    const settings = { env: { ...env, TOKEN_SECRET: TEST_TOKEN_SECRET } }
    const [one, two] = [await startTestServer(storage, settings), await startTestServer(storage, settings)]
    try {
      const slow = [await occupy(await createChatUser(one)), await occupy(await createChatUser(two))]
      const [third, fourth] = [await createChatUser(one), await createChatUser(two)]
      const { assistant_message: next } = await third.ask('Third?')
      const { assistant_message: last } = await fourth.ask('Fourth?')
      const elsewhere = chatCalls(one, fourth.token, fourth.chatId)
      const streams = [await queuedStream(fourth, last.id), await queuedStream(elsewhere, last.id)]
      expect(streams.map((stream) => stream.first)).toEqual([place(1), place(1)])
      await Promise.all(slow.map(({ script }) => script.release()))
      for (const stream of streams) expect(textOf(await stream.rest())).toBe('You said: Fourth?')
      expect(textOf(await allEvents(await third.resume(next.id)))).toBe('You said: Third?')
    } finally {
      await Promise.all([one.close(), two.close()])
      await storage.remove()
    }
  })
})
