import { afterAll, expect, it, test, vi } from 'vitest'
import { createApi } from '#api/client.ts'
import { sendMessage } from '#contract/endpoints/chats.ts'
import { followAnswer } from '#offline/stream/follow-answer.ts'
import { answerSnapshot } from '#offline/stream/live-answers.ts'
import { createOpenCalls } from '#server/limits/open-calls.ts'
import { allEvents, readEvents, textOf } from '#support/api/answer-stream.ts'
import { startDevice } from '#support/device/device.ts'
import { memoryTokens } from '#support/device/memory-tokens.ts'
import { startModelServer } from '#support/fakes/model-server.ts'
import { describeServerOnEachEngine, type TestServer } from '#support/servers/test-server.ts'
import { createChatUser } from '#support/users/chat-user.ts'

const model = await startModelServer()
afterAll(() => model.close())
const env = { ASSISTANT_BASE_URL: model.url, ASSISTANT_MODEL: 'small-model' }

/** A user whose answer has begun and waits for its release. */
async function userWithAnswer(server: TestServer) {
  const user = await createChatUser(server)
  const script = model.next({ tokens: ['One ', 'two'], holdAt: 1 })
  const { assistant_message: answer } = await user.ask('Count')
  // The question is accepted before the model is asked: another user's request could take this script first.
  await script.asked()
  return { ...user, script, answer: answer.id }
}

/** Opens the stream of an answer and reads its first chunk. */
async function follow(user: Awaited<ReturnType<typeof userWithAnswer>>) {
  const events = readEvents(await user.resume(user.answer))
  expect((await events.next()).value).toMatchObject({ event: 'delta', data: { text: 'One ' } })
  return events
}

describeServerOnEachEngine(
  'a user who opens too many streams',
  (server) => {
    it('keeps twenty: the next one ends the oldest, which can be resumed, and other users lose none', async () => {
      const user = await userWithAnswer(server())
      const other = await userWithAnswer(server())
      const theirs = await follow(other)
      const streams = []
      for (let count = 0; count < 21; count += 1) streams.push(await follow(user))
      expect(await streams[0]?.next()).toEqual({ value: undefined, done: true })
      const resumed = allEvents(await user.resume(user.answer, `${user.answer}:1`))
      // The second oldest stream was closed for that one.
      expect(await streams[1]?.next()).toEqual({ value: undefined, done: true })
      await Promise.all([user.script.release(), other.script.release()])
      const ends = [resumed, Array.fromAsync(theirs), ...streams.slice(2).map((stream) => Array.fromAsync(stream))]
      for (const events of await Promise.all(ends)) {
        expect(textOf(events)).toBe('two')
        expect(events.at(-1)?.event).toBe('done')
      }
    })

    it('is asked to retry where a call waited for its answer', async () => {
      const user = await userWithAnswer(server())
      const id = crypto.randomUUID()
      const body = { id, chat: user.chatId, content: 'And this?' }
      let isWaiting = true
      const waiting = server()
        .reply(sendMessage, { token: user.token, body })
        .finally(() => {
          isWaiting = false
        })
      await vi.waitFor(async () => expect(await user.messages()).toHaveLength(4))
      const streams = []
      // The call is counted after its question was stored, so the first streams may be older than it.
      while (isWaiting) streams.push(await follow(user))
      const refused = await waiting
      expect(refused).toMatchObject({ status: 503, body: { code: 'overloaded' } })
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
      await user.script.release()
      await Promise.all(streams.map((stream) => Array.fromAsync(stream)))
      expect(await user.say('And this?', { id })).toMatchObject({ assistant_message: { status: 'complete' } })
    })

    it('still reads the answer to its end, because the app resumes', async () => {
      const { user, access, refresh } = await server().registerSubscriber()
      const testUser = await userWithAnswer({
        ...server(),
        registerSubscriber: async () => ({ id: user.id, user, access, refresh, email: '', password: '' }),
      })
      const { db } = await startDevice()
      const opened: string[] = []
      const api = createApi({
        baseUrl: server().address,
        tokens: memoryTokens({ userId: user.id, access, refresh }),
        language: () => 'en',
        fetch: (...request) => {
          opened.push(String(request[0]))
          return fetch(...request)
        },
      })
      const end = followAnswer({ db, api, userId: user.id, chatId: testUser.chatId, messageId: testUser.answer })
      await vi.waitFor(() => expect(answerSnapshot(testUser.answer)?.text).toBe('One '))
      const streams = []
      for (let count = 0; count < 20; count += 1) streams.push(await follow(testUser))
      await vi.waitFor(() => expect(opened).toHaveLength(2))
      await testUser.script.release()
      expect(await end).toEqual({ failed: null })
      expect(answerSnapshot(testUser.answer)?.text).toBe('One two')
      expect(opened).toHaveLength(2)
      await Promise.all(streams.map((stream) => Array.fromAsync(stream)))
    })
  },
  { env },
)

describeServerOnEachEngine(
  'a process with the maximum number of open calls',
  (server) => {
    it('rejects another one with a Retry-After until one has ended', async () => {
      const users = [await userWithAnswer(server()), await userWithAnswer(server())]
      const streams = await Promise.all(users.map(follow))
      const third = await userWithAnswer(server())
      const leave = new AbortController()
      for (const refused of [
        await third.resume(third.answer),
        await server().open(sendMessage, {
          token: third.token,
          body: { id: crypto.randomUUID(), chat: third.chatId, content: 'Wait' },
        }),
      ]) {
        expect([refused.status, (await refused.json()).code]).toEqual([503, 'overloaded'])
        expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
      }
      await users[0]?.script.release()
      await Array.fromAsync(streams[0] ?? [])
      const response = await third.resume(third.answer, undefined, leave.signal)
      expect(response.status).toBe(200)
      leave.abort()
      await expect(response.text()).rejects.toThrow()
      // A client that disconnects frees its place too.
      await vi.waitFor(async () => expect((await third.resume(third.answer)).status).toBe(200))
      await Promise.all([users[1], third].map((user) => user?.script.release()))
      await Array.fromAsync(streams[1] ?? [])
    })
  },
  { env, openCalls: { perProcess: 2 } },
)

test('a call that is closed twice is counted once', () => {
  const calls = createOpenCalls({ perUser: 2, perProcess: 2 })
  const [first, second] = [calls.open(1), calls.open(2)]
  first.close()
  first.close()
  calls.open(3)
  expect(() => calls.open(4)).toThrow('overloaded')
  expect([first, second].map(({ signal }) => signal.aborted)).toEqual([true, false])
})
