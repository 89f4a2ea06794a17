import { randomUUID } from 'node:crypto'
import { afterAll, expect, it, test, vi } from 'vitest'
import { reassess } from '#contract/endpoints/chats.ts'
import { getUsageLimits } from '#contract/endpoints/companion.ts'
import { createJob, endJob } from '#server/modules/chats/generations/job.ts'
import { createWriter } from '#server/modules/chats/generations/writer/writer.ts'
import type { Assistant } from '#server/providers/assistant/assistant.ts'
import { allEvents, nextWritten, readEvents, textOf } from '#support/api/answer-stream.ts'
import { createTestStorage } from '#support/database/test-database.ts'
import type { ModelBehaviour } from '#support/fakes/model-script.ts'
import { startModelServer } from '#support/fakes/model-server.ts'
import { TEST_TOKEN_SECRET } from '#support/servers/server-process.ts'
import { describeServerOnEachEngine, startTestServer } from '#support/servers/test-server.ts'
import { chatCalls, createChatUser } from '#support/users/chat-user.ts'

const model = await startModelServer()
afterAll(() => model.close())
const env = { ASSISTANT_BASE_URL: model.url, ASSISTANT_MODEL: 'small-model' }

describeServerOnEachEngine(
  'a faulty model',
  (server) => {
    it.each<[string, ModelBehaviour, string]>([
      ['answers 429', { status: 429, retryAfter: 2 }, 'assistant_busy'],
      ['answers 500', { status: 500 }, 'assistant_unreachable'],
      ['refuses', { status: 400 }, 'assistant_refused'],
      ['answers nothing', { tokens: [] }, 'assistant_empty'],
      ['answers only blanks', { tokens: [' ', '\n'] }, 'assistant_empty'],
      ['only reasons', { reasoning: ['Hm'], tokens: [] }, 'assistant_empty'],
      ['answers nonsense', { tokens: [], end: 'nonsense' }, 'assistant_broken'],
      ['hangs up', { tokens: [], end: 'destroy' }, 'assistant_broken'],
    ])('makes a failed answer when it %s, and the next question is answered', async (_, behaviour, code) => {
      const user = await createChatUser(server())
      model.next(behaviour)
      const events = await allEvents(await user.stream('Well?'))
      expect(events.at(-1)).toMatchObject({
        event: 'failed',
        data: { code, assistant_message: { status: 'failed', content: '' } },
      })
      const { token } = user
      const message = (await user.messages())[1]?.id ?? ''
      const again = await server().call(reassess, { token, body: { id: randomUUID(), message } })
      expect(again.assistant_message).toMatchObject({ status: 'complete', content: 'You said: Well?', version: 2 })
      expect(textOf(await allEvents(await user.stream('Next')))).toBe('You said: Next')
    })

    it.each(['destroy', 'nonsense', 'truncate'] as const)(
      'leaves an interrupted answer when it ends with %s',
      async (end) => {
        const user = await createChatUser(server())
        model.next({ tokens: ['Half ', 'an answer'], reasoning: ['Hm'], end })
        const events = await allEvents(await user.stream('Well?'))
        expect(events.at(-1)).toMatchObject({
          event: 'done',
          data: { assistant_message: { status: 'interrupted', content: 'Half an answer', has_reasoning: true } },
        })
        expect(textOf(events)).toBe('Half an answer')
      },
    )

    it('leaves an interrupted answer, which can be continued, when it ends at the length limit of its server', async () => {
      const user = await createChatUser(server())
      model.next({ tokens: ['Half ', 'an '], end: 'length' })
      const { assistant_message } = await user.say('Well?')
      expect(assistant_message).toMatchObject({
        status: 'interrupted',
        failure: 'assistant_broken',
        content: 'Half an ',
      })
      model.next({ tokens: ['answer.'] })
      const body = { id: randomUUID(), message: assistant_message.id, continue: true as const }
      const rest = await server().call(reassess, { token: user.token, body })
      expect(rest.assistant_message).toMatchObject({ status: 'complete', content: 'Half an answer.' })
    })

    it('is counted by estimate, and its answer stored, when it reports a token count that is none', async () => {
      const user = await createChatUser(server())
      model.next({ tokens: ['Good ', 'day'], usage: { prompt_tokens: 1.5, completion_tokens: 2 } })
      const { assistant_message } = await user.say('Well?')
      expect(assistant_message).toMatchObject({ status: 'complete', content: 'Good day' })
      expect((await server().call(getUsageLimits, { token: user.token })).tokens.used).toBe(4)
    })

    it('is stored as text when it writes characters that no database can hold', async () => {
      const user = await createChatUser(server())
      model.next({ tokens: ['a\u0000', '\ud83d', '\ude00', 'b\ud800', '\u001b[31mc'] })
      const events = await allEvents(await user.stream('Well?'))
      expect(textOf(events)).toBe('a😀b\ufffd[31mc')
      expect((await user.messages())[1]).toMatchObject({ content: 'a😀b\ufffd[31mc', status: 'complete' })
    })
  },
  { env },
)

test('a model that never stops is stopped at the length limit', async () => {
  const storage = await createTestStorage('sqlite')
  const endless: Assistant = {
    name: 'endless',
    kind: 'model',
    async *answer() {
      for (;;) yield { kind: 'delta', text: 'and so on '.repeat(5_000) }
    },
  }
  const server = await startTestServer(storage, { assistant: endless })
  const user = await createChatUser(server)
  const { assistant_message } = await user.ask('Go on')
  await allEvents(await user.resume(assistant_message.id))
  expect((await user.messages())[1]).toMatchObject({ status: 'interrupted' })
  await server.close()
  await storage.remove()
})

test('a model that ignores an abort is disconnected', async () => {
  const storage = await createTestStorage('sqlite')
  const deaf: Assistant = {
    name: 'deaf',
    kind: 'model',
    async *answer() {
      yield { kind: 'delta', text: 'Hm' }
      await new Promise(() => {})
    },
  }
  const server = await startTestServer(storage, { assistant: deaf })
  const user = await createChatUser(server)
  const { assistant_message } = await user.ask('Go on')
  const events = readEvents(await user.resume(assistant_message.id))
  expect((await nextWritten(events)).value).toMatchObject({ event: 'delta' })
  expect(await user.stop(assistant_message.id)).toMatchObject({ status: 'interrupted', content: 'Hm' })
  expect((await events.next()).value).toMatchObject({ event: 'done' })
  await server.close()
  await storage.remove()
})

test('a job that is replaced while its end waits to be stored ends, so that the process can stop', async () => {
  const storage = await createTestStorage('sqlite')
  const server = await startTestServer(storage)
  const writer = createWriter(server.dependencies, { gatherMs: 0, leaseMs: 60_000, onFirstChunk: () => {} })
  const jobOf = (id: number) =>
    createJob({
      ...{ id, user_id: 1, chat_id: randomUUID(), message_id: randomUUID() },
      ...{ attempts: 1, begun: 0, created_at: '' },
    })
  const [other, replaced] = [jobOf(1), jobOf(2)]
  const text = 'Well'
  // While this chunk is stored, the end of the other job has to wait.
  writer.add(other, { kind: 'delta', text })
  const isStored = vi.fn<(stored: boolean) => void>()
  const outcome = { status: 'complete', failure: null, content: text, reasoning: '', usage: null } as const
  void writer.finish(replaced, outcome).then(isStored)
  endJob(replaced, 'lost')
  await vi.waitFor(() => expect(other.ended).toBe('lost'))
  await vi.waitFor(() => expect(isStored).toHaveBeenCalledWith(false))
  await server.close()
  await storage.remove()
})

test('leaves no gap in the text when chunks could not be stored for a while', async () => {
  const storage = await createTestStorage('sqlite')
  const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const words = ['One ', 'two ', 'three ']
  const slow: Assistant = {
    name: 'slow',
    kind: 'model',
    async *answer(turns) {
      if (turns.at(-1)?.content !== 'Count') return yield { kind: 'delta', text: 'Well' }
      for (const [i, text] of words.entries()) {
        yield { kind: 'delta', text }
        await gates[i]?.promise
      }
      await new Promise(() => {})
    },
  }
  const generations = { leaseMs: 600, renewMs: 100, sweepMs: 60_000 }
  const first = await startTestServer(storage, {
    assistant: slow,
    generations,
    env: { TOKEN_SECRET: TEST_TOKEN_SECRET },
  })
  const user = await createChatUser(first)
  const other = await createChatUser(first)
  const { assistant_message: answer } = await user.ask('Count')
  await nextWritten(readEvents(await user.resume(answer.id)))
  const { schema } = first.dependencies.db
  const hasLogged = (level: 40 | 50) =>
    first.logs.some((line) => line.includes('answers could not be stored') && line.includes(`"level":${level}`))
  await schema.alterTable('generation_chunks').renameTo('lost').execute()
  gates[0]?.resolve()
  await vi.waitFor(() => expect(hasLogged(40)).toBe(true))
  gates[1]?.resolve()
  await vi.waitFor(() => expect(hasLogged(50)).toBe(true))
  await schema.alterTable('lost').renameTo('generation_chunks').execute()
  // The writer works again: it has written everything that it still buffered of the first answer.
  expect(textOf(await allEvents(await other.stream('Hello')))).toBe('Well')
  await first.close()

  const second = await startTestServer(storage, { assistant: slow, env: { TOKEN_SECRET: TEST_TOKEN_SECRET } })
  expect((await allEvents(await chatCalls(second, user.token, user.chatId).resume(answer.id))).at(-1)).toMatchObject({
    data: { assistant_message: { status: 'interrupted', content: 'One ' } },
  })
  await second.close()
  await storage.remove()
})
