import { randomUUID } from 'node:crypto'
import { createParser } from 'eventsource-parser'
import { pino } from 'pino'
import * as v from 'valibot'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { exportAccount } from '#contract/endpoints/accounts.ts'
import { listChats } from '#contract/endpoints/chats.ts'
import { getUsageLimits, search, updateChatProfile } from '#contract/endpoints/companion.ts'
import { answerTemporarily, type TemporaryQuestion } from '#contract/endpoints/temporary.ts'
import { type TemporaryEvent, temporaryEvents } from '#contract/temporary-stream.ts'
import { eventStream } from '#server/http/response/sse.ts'
import { answerTemporary } from '#server/modules/temporary/use-cases/answer-temporary.ts'
import { beginTemporary } from '#server/modules/temporary/use-cases/begin-temporary.ts'
import { createTemporaryScorer } from '#server/modules/temporary/use-cases/score-temporary.ts'
import { insertReservation } from '#server/modules/usage/usage.repository.ts'
import { dump, findRowsWith } from '#support/database/dump.ts'
import { findInFiles } from '#support/database/find-in-files.ts'
import { readingOf } from '#support/fakes/judge-script.ts'
import { startModelServer } from '#support/fakes/model-server.ts'
import { describeServerOnEachEngine, type TestServer } from '#support/servers/test-server.ts'
import { createChatUser } from '#support/users/chat-user.ts'

const model = await startModelServer()
afterAll(() => model.close())
beforeEach(() => {
  model.requests.length = 0
  model.otherwise = { tokens: ['Fine.'] }
})

async function* readEvents(response: Response): AsyncGenerator<TemporaryEvent, void> {
  if (response.status !== 200 || response.body === null) throw new Error(`${response.status} ${await response.text()}`)
  const events: TemporaryEvent[] = []
  const parser = createParser({
    onEvent: ({ event, data }) => {
      const schema: v.GenericSchema = temporaryEvents[event as TemporaryEvent['event']]
      events.push({ event, data: v.parse(schema, JSON.parse(data)) } as TemporaryEvent)
    },
  })
  for await (const text of response.body.pipeThrough(new TextDecoderStream())) {
    parser.feed(text)
    yield* events.splice(0)
  }
}

const textOf = (events: readonly TemporaryEvent[], kind: 'delta' | 'reasoning' = 'delta') =>
  events.map((event) => (event.event === kind ? event.data.text : '')).join('')

const open = (server: TestServer, token: string, asked: Partial<TemporaryQuestion> = {}, signal?: AbortSignal) => {
  const body = { question: 'How are you?', earlier: [], ...asked }
  return server.open(answerTemporarily, { token, body, ...(signal === undefined ? {} : { signal }) })
}
const ask = async (...given: Parameters<typeof open>) => Array.fromAsync(readEvents(await open(...given)))
const positive = expect.toSatisfy((tokens: number) => tokens > 0)
const usageRows = ({ dependencies }: TestServer) =>
  dependencies.db.selectFrom('usage_entries').select(['tokens', 'reserved', 'model']).execute()

describeServerOnEachEngine(
  'an answer in a temporary chat',
  (server) => {
    it('streams text, reasoning, its end and its scores', async () => {
      const { token } = await createChatUser(server())
      model.next({ reasoning: ['Let me ', 'see.'], tokens: ['It is ', 'about duty.'] })
      model.judge.next({ says: readingOf([90, 80, 70, 80, 90, 70], { duty: 'about duty' }) })
      const events = await ask(server(), token)
      expect([textOf(events, 'reasoning'), textOf(events)]).toEqual(['Let me see.', 'It is about duty.'])
      expect(events.slice(-2)).toEqual([
        { event: 'ended', data: { status: 'complete', failure: null, model: 'small-model', left_out: 0 } },
        {
          event: 'scores',
          data: { scores: expect.objectContaining({ truth: 90, pcs: expect.any(Number), ics: expect.any(Number) }) },
        },
      ])
      expect(events.at(-1)).toMatchObject({ data: { scores: { reasons: { duty: { quote: 'about duty' } } } } })
    })

    it('gives the model what was said before, and nothing that the account remembers', async () => {
      const { token, say } = await createChatUser(server())
      const facts = [{ id: randomUUID(), text: 'Collects zithers' }]
      await server().call(updateChatProfile, { token, body: { about: 'A locksmith', memories_add: facts } })
      await say('In a stored chat')
      expect(model.requests.at(-1)?.messages[0]?.content).toContain('zithers')
      const earlier = [
        { question: 'First', answer: 'One' },
        { question: 'Unanswered', answer: '' },
      ]
      await ask(server(), token, { question: 'Last', earlier })
      expect(model.lastTurns()).toEqual(['First', 'One', 'Unanswered\n\nLast'])
      expect(JSON.stringify(model.requests.at(-1))).not.toMatch(/zithers|locksmith|stored chat/)
    })

    it('continues an interrupted one', async () => {
      const { token } = await createChatUser(server())
      model.next({ tokens: ['upon a time'] })
      const events = await ask(server(), token, { begun: 'Once ' })
      expect(textOf(events)).toBe('upon a time')
      expect(model.lastTurns()?.slice(0, 2)).toEqual(['How are you?', 'Once '])
      expect(model.judge.requests.at(-1)?.messages.at(-1)?.content).toContain('Once upon a time')
    })

    it('leaves the oldest messages out where they do not fit, and says how many', async () => {
      const { token } = await createChatUser(server())
      const answer = 'on and on '.repeat(1_500)
      const earlier = Array.from({ length: 12 }, (_, n) => ({ question: `Q${n}`, answer }))
      const events = await ask(server(), token, { earlier })
      const left = events.find(({ event }) => event === 'ended')?.data
      const given = model.lastTurns() ?? []
      expect(left).toMatchObject({ left_out: 12 - (given.length - 1) / 2 })
      expect(given).not.toContain('Q0')
      expect(given).toContain('Q11')
      expect(model.requests.at(-1)?.messages[0]?.content).toContain('earlier messages of it are missing')
    })

    it('has the reason of a failure, and no scores then', async () => {
      const { token } = await createChatUser(server())
      model.next({ status: 500 })
      const before = await usageRows(server())
      expect(await ask(server(), token)).toEqual([
        {
          event: 'ended',
          data: { status: 'failed', failure: 'assistant_unreachable', model: 'small-model', left_out: 0 },
        },
      ])
      expect(await usageRows(server())).toEqual(before)
    })

    it('is cancelled at the model when the client disconnects, and the tokens written so far are counted', async () => {
      const { token } = await createChatUser(server())
      const script = model.next(['Now ', 'never'])
      const leaving = new AbortController()
      const events = readEvents(await open(server(), token, {}, leaving.signal))
      await script.released(1)
      expect(await events.next()).toMatchObject({ value: { event: 'delta', data: { text: 'Now ' } } })
      leaving.abort()
      await script.cancelled()
      const used = async () => (await server().call(getUsageLimits, { token })).tokens.used
      await expect.poll(used).toBeGreaterThan(0)
      expect(await usageRows(server())).not.toContainEqual(expect.objectContaining({ reserved: positive }))
    })

    it('is refused without a question, beyond the bounds, and without a subscription', async () => {
      const { token } = await createChatUser(server())
      const send = (given: Partial<TemporaryQuestion>, as = token) =>
        server().reply(answerTemporarily, { token: as, body: { question: 'Hi', earlier: [], ...given } })
      expect(await send({ question: ' \u0001 ' })).toMatchObject({ status: 400, body: { question: expect.any(Array) } })
      expect(await send({ question: 'a'.repeat(32_001) })).toMatchObject({ status: 400 })
      expect(await send({ earlier: Array(201).fill({ question: '', answer: '' }) })).toMatchObject({ status: 400 })
      expect(await send({ begun: 'a'.repeat(600_000) })).toMatchObject({ status: 413 })
      const { access } = await server().registerUser()
      expect(await send({}, access)).toMatchObject({ status: 403, body: { code: 'subscription_required' } })
    })

    it('leaves its texts in no file, table, search or log', async () => {
      const user = await createChatUser(server())
      const words = ['quizzaciously', 'floccinauci', 'sesquipedal', 'honorificabil', 'omphaloskepsis']
      const [question = '', answered = '', thought = '', before = '', reason = ''] = words
      model.next({ reasoning: [`${thought} `], tokens: [`${answered} `, 'is a word.'] })
      const reading = readingOf([90, 80, 70, 80, 90, 70], { truth: answered })
      model.judge.next({ says: { ...reading, duty: { ...reading.duty, reason } } })
      const earlier = [{ question: before, answer: `${before} indeed` }]
      const events = await ask(server(), user.token, { question: `What is ${question}?`, earlier })
      expect(JSON.stringify(events)).toContain(answered)
      expect(JSON.stringify(events)).toContain(reason)
      // Failures and refusals must not quote either.
      model.next({ tokens: [`${answered} `], end: 'destroy' })
      await ask(server(), user.token, { question })
      await server().reply(answerTemporarily, {
        token: user.token,
        body: { question, earlier: [{ question } as never] },
      })
      // The scan finds the words of a stored chat, so it would find these.
      await user.say('Velocipede, please')

      const { db, config } = server().dependencies
      const all = await dump(db)
      expect(findRowsWith(all, ['elocipede'])).not.toEqual([])
      expect(findRowsWith(all, words)).toEqual([])
      if (server().engine === 'sqlite') expect(findInFiles(config.dataDir, ['velocipede'])).not.toEqual([])
      expect(findInFiles(config.dataDir, words)).toEqual([])
      expect(server().logs.filter((line) => words.some((word) => line.includes(word)))).toEqual([])
      for (const word of words) {
        const found = await server().call(search, { token: user.token, query: { q: word } })
        expect(found.results).toEqual([])
      }
      const chats = await server().call(listChats, { token: user.token })
      expect(chats.results.map(({ id }) => id)).toEqual([user.chatId])
      const exported = await server().reply(exportAccount, { token: user.token })
      expect(words.filter((word) => exported.text.includes(word))).toEqual([])
    })
  },
  { env: { ASSISTANT_BASE_URL: model.url, SCORING: 'on' } },
)

describe('the queue of temporary answers that wait for scores', () => {
  it('has no place for clients that have left', async () => {
    let answer = () => {}
    const answering = new Promise<void>((resolve) => {
      answer = resolve
    })
    const reading = readingOf([90, 80, 70, 80, 90, 70])
    const read = () => answering.then(() => ({ reading, usage: null }))
    const score = createTemporaryScorer({ judge: { source: 'model', rubricVersion: 'judge-1', read }, now: Date.now })
    const input = { question: 'Why?', answer: 'Because.', language: 'en' } as const
    const ask = (signal: AbortSignal) => score({ id: randomUUID(), input, log: pino({ level: 'silent' }), signal })
    const [leaving, staying] = [new AbortController(), new AbortController()]
    const scored = Array.from({ length: 4 }, () => ask(staying.signal))
    const left = Array.from({ length: 64 }, () => ask(leaving.signal))
    leaving.abort()
    scored.push(ask(staying.signal))
    answer()
    expect(await Promise.all(scored)).toEqual(scored.map(() => expect.objectContaining({ truth: 90 })))
    expect(await Promise.all(left)).toEqual(left.map(() => null))
  })
})

describeServerOnEachEngine(
  'the tokens of an answer in a temporary chat',
  (server) => {
    async function createLimited(left: number) {
      const user = await createChatUser(server())
      const usage = await server().call(getUsageLimits, { token: user.token })
      const { db } = server().dependencies
      const chat = await db
        .selectFrom('chats')
        .select('user_id')
        .where('id', '=', user.chatId)
        .executeTakeFirstOrThrow()
      const used = (usage.tokens.limit ?? 0) - left
      const row = { user_id: chat.user_id, message_id: randomUUID(), at: new Date().toISOString(), searches: 0 }
      await db
        .insertInto('usage_entries')
        .values({ ...row, tokens: used })
        .execute()
      return { ...user, userId: chat.user_id, used }
    }
    const used = async (token: string) => (await server().call(getUsageLimits, { token })).tokens.used

    it('are reserved while it is written, so that others share the rest, and counted as the model reports them', async () => {
      const user = await createLimited(400)
      const script = model.next(['Slow ', 'answer.'])
      const first = ask(server(), user.token)
      await script.asked()
      const second = await server().reply(answerTemporarily, {
        token: user.token,
        body: { question: 'And now?', earlier: [] },
      })
      expect(second).toMatchObject({ status: 429, body: { code: 'rate_limited' } })
      expect(await used(user.token)).toBe(user.used)
      await script.release()
      await first
      expect(await used(user.token)).toBeGreaterThan(user.used)
      expect(await usageRows(server())).not.toContainEqual(expect.objectContaining({ reserved: positive }))
      expect(textOf(await ask(server(), user.token))).toBe('Fine.')
    })

    it('are reserved no longer when the client has left before the model was called', async () => {
      const { userId: id } = await createLimited(400)
      const { dependencies } = server()
      const caller = { id, isAdmin: false }
      const begun = await beginTemporary(dependencies, caller, { question: 'Hi', earlier: [], language: 'en' })
      expect(await usageRows(server())).toContainEqual(expect.objectContaining({ reserved: positive }))
      const call = { language: 'en', log: pino({ level: 'silent' }), draining: new AbortController().signal } as const
      const deps = { ...dependencies, score: async () => undefined }
      const answer = (signal: AbortSignal) => answerTemporary(deps, begun, { ...call, signal })
      eventStream(answer, { ...call, signal: AbortSignal.abort() })
      const reserved = async () => (await usageRows(server())).filter((row) => row.reserved > 0)
      await expect.poll(reserved).toEqual([])
      expect(model.requests).toEqual([])
    })

    it('are refused when none are left', async () => {
      const user = await createLimited(0)
      const reply = await server().reply(answerTemporarily, {
        token: user.token,
        body: { question: 'Hi', earlier: [] },
      })
      expect(reply).toMatchObject({ status: 429, body: { code: 'limit_reached' } })
    })

    describe('of a process that has died', () => {
      it('are reserved for an hour', async () => {
        const user = await createLimited(400)
        const { db, now } = server().dependencies
        const answer = { user_id: user.userId, message_id: randomUUID() }
        const at = (ago: number) => new Date(now() - ago).toISOString()
        const send = () =>
          server().reply(answerTemporarily, { token: user.token, body: { question: 'Hi', earlier: [] } })
        await insertReservation(db, answer, { reserved: 500, model: 'small-model', at: at(3_500_000) })
        expect((await send()).status).toBe(429)
        await db
          .updateTable('usage_entries')
          .set({ at: at(3_700_000) })
          .where('reserved', '>', 0)
          .execute()
        expect((await send()).status).toBe(200)
      })
    })
  },
  { env: { ASSISTANT_BASE_URL: model.url } },
)
