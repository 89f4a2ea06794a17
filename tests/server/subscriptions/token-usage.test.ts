import { randomUUID } from 'node:crypto'
import { expect, it, vi } from 'vitest'
import {
  clearHistory,
  createChat,
  deleteChat,
  deleteMessage,
  emptyDeleted,
  getMessages,
  reassess,
  sendMessage,
  stopAnswer,
} from '#contract/endpoints/chats.ts'
import { getUsageLimits } from '#contract/endpoints/companion.ts'
import type { Exchange } from '#contract/objects/chat.ts'
import { DAY_MS } from '#server/lib/time.ts'
import { type Assistant, AssistantError } from '#server/providers/assistant/assistant.ts'
import { insertTestMessages } from '#support/database/insert-rows.ts'
import { instantAssistant } from '#support/fakes/instant-assistant.ts'
import { describeServerOnEachEngine } from '#support/servers/test-server.ts'
import { insertSignedInUser } from '#support/users/inserted-user.ts'

/** Generates without reporting its usage, and ignores aborts when it is held. */
const assistant: Assistant = {
  name: 'Silent',
  kind: 'practice',
  async *answer(turns, options) {
    const asked = turns.at(-1)?.content ?? ''
    if (asked === 'And now?') return yield* instantAssistant().answer(turns, options)
    if (asked === 'Fail') throw new AssistantError('assistant_unreachable')
    yield { kind: 'delta', text: 'w'.repeat(40) }
    if (asked === 'Hold') await new Promise(() => {})
  },
}

describeServerOnEachEngine(
  'token usage limits',
  (server) => {
    const plan = async (tokens_limit: number) => {
      const { db } = server().dependencies
      const { id: _, ...first } = await db.selectFrom('plans').selectAll().where('id', '=', 1).executeTakeFirstOrThrow()
      const row = db
        .insertInto('plans')
        .values({ ...first, name: 'A limit', title: 'A limit', tokens_limit, searches_limit: 5 })
      return (await row.returning('id').executeTakeFirstOrThrow()).id
    }
    async function somebody(tokensLimit: number) {
      const { db } = server().dependencies
      const user = await insertSignedInUser(server().dependencies)
      const subscription = db.updateTable('subscriptions').set({ plan_id: await plan(tokensLimit) })
      await subscription.where('user_id', '=', user.id).execute()
      const chat = randomUUID()
      await server().call(createChat, { token: user.token, body: { id: chat } })
      const ask = () =>
        server().reply(sendMessage, { token: user.token, body: { id: randomUUID(), chat, content: 'And now?' } })
      const usage = () => server().call(getUsageLimits, { token: user.token })
      return { ...user, chat, ask, usage }
    }

    it('count prompt and answer tokens of the period, and deleting chats refunds nothing', async () => {
      const { token, ask, usage } = await somebody(100)
      expect(await usage()).toMatchObject({ tokens: { used: 0, limit: 100 }, searches: { used: 0, limit: 5 } })
      const { body } = await ask()
      await ask()
      const used = await usage()
      expect(used).toMatchObject({ plan: { title: 'A limit' }, tokens: { used: 4, limit: 100 } })
      expect(Date.parse(used.resets_at ?? '') > Date.parse(used.period_start ?? '')).toBe(true)
      const answer = (body as { assistant_message: { id: string } }).assistant_message.id
      await server().call(reassess, { token, body: { id: randomUUID(), message: answer } })
      await server().call(clearHistory, { token })
      expect((await usage()).tokens.used).toBe(6)
    })

    it('count an answer that reuses a freed id in addition to the first', async () => {
      const { token, ask, usage } = await somebody(100)
      const { body } = await ask()
      const id = randomUUID()
      const message = (body as Exchange).assistant_message.id
      await server().call(reassess, { token, body: { id, message } })
      expect((await usage()).tokens.used).toBe(4)
      await server().call(clearHistory, { token })
      await server().call(emptyDeleted, { token })
      const chat = randomUUID()
      await server().call(createChat, { token, body: { id: chat } })
      const next = await server().call(sendMessage, { token, body: { id: randomUUID(), chat, content: 'And now?' } })
      await server().call(reassess, { token, body: { id, message: next.assistant_message.id } })
      expect((await usage()).tokens.used).toBe(8)
    })

    it('estimate tokens that no model reported for stopped, deleted and unfinished answers, not for failed ones', async () => {
      const { token, chat, usage } = await somebody(1_000)
      const ask = (content: string, where = chat) =>
        server().call(sendMessage, {
          token,
          body: { id: randomUUID(), chat: where, content },
          headers: content === 'Hold' ? { Prefer: 'respond-async' } : {},
        })
      const used = async () => (await usage()).tokens.used
      const hold = async (where = chat) => {
        const { assistant_message: answer } = await ask('Hold', where)
        const { db } = server().dependencies
        const chunks = db
          .selectFrom('generation_chunks')
          .innerJoin('generations', 'generations.id', 'generation_id')
          .select('n')
          .where('message_id', '=', answer.id)
        await vi.waitFor(async () => expect(await chunks.execute()).toHaveLength(1))
        return answer.id
      }
      await ask('Tell')
      expect(await used()).toBe((4 + 40) / 4)
      await ask('Fail')
      expect(await used()).toBe(11)
      // The questions Tell, Fail and Hold, the first answer, and what was written of the last.
      await server().call(stopAnswer, { token, params: { id: chat }, body: { message: await hold() } })
      expect(await used()).toBe(11 + (4 + 40 + 4 + 4 + 40) / 4)
      const other = randomUUID()
      await server().call(createChat, { token, body: { id: other } })
      const searching = await hold(other)
      const search = JSON.stringify({ query: null, sources: [], problem: null, read: 400 })
      const generation = server().dependencies.db.updateTable('generations').where('message_id', '=', searching)
      await generation.set({ search }).execute()
      await server().call(deleteMessage, { token, params: { id: other, message: searching } })
      // The web pages that the model was given count too.
      expect(await used()).toBe(34 + (4 + 400 + 40) / 4)
      await hold(other)
      await server().call(deleteChat, { token, params: { id: other } })
      expect(await used()).toBe(145 + (4 + 4 + 40) / 4)
    })

    it('refuse new questions when none remain but answer repeats, and are reset with the next period', async () => {
      const { id: user, token, chat, ask, usage } = await somebody(3)
      const first = { id: randomUUID(), chat, content: 'And now?' }
      const asked = await server().call(sendMessage, { token, body: first })
      expect((await ask()).status).toBe(200)
      const { resets_at } = await usage()
      const refused = await ask()
      expect(refused).toMatchObject({ status: 429, body: { code: 'limit_reached', resets_at } })
      expect((await server().call(sendMessage, { token, body: first })).user_message).toEqual(asked.user_message)
      const again = { id: randomUUID(), message: asked.assistant_message.id }
      expect((await server().reply(reassess, { token, body: again })).status).toBe(429)
      const { db } = server().dependencies
      const now = server().dependencies.now()
      const times = {
        current_period_start: new Date(now + 1).toISOString(),
        current_period_end: new Date(now + DAY_MS).toISOString(),
      }
      await db.updateTable('subscriptions').set(times).where('user_id', '=', user).execute()
      expect(await usage()).toMatchObject({ tokens: { used: 0 }, resets_at: times.current_period_end })
      expect((await ask()).status).toBe(200)
    })

    it('end a queued answer when none remain, without calling the model', async () => {
      const { id: user, token, chat, usage } = await somebody(1_000)
      const ask = async (content: string) => {
        const headers = { Prefer: 'respond-async' }
        const body = { id: randomUUID(), chat, content }
        return (await server().call(sendMessage, { token, body, headers })).assistant_message.id
      }
      const first = await ask('Hold')
      const waiting = await ask('And now?')
      const spent = {
        user_id: user,
        message_id: randomUUID(),
        at: new Date(server().dependencies.now()).toISOString(),
        tokens: 1_000,
        searches: 0,
      }
      await server().dependencies.db.insertInto('usage_entries').values(spent).execute()
      await server().call(stopAnswer, { token, params: { id: chat }, body: { message: first } })
      const { used } = (await usage()).tokens
      await vi.waitFor(async () => {
        const { messages } = await server().call(getMessages, { token, params: { id: chat }, query: {} })
        const ended = { status: 'failed', failure: 'limit_reached', content: '' }
        expect(messages.find(({ id }) => id === waiting)).toMatchObject(ended)
      })
      expect((await usage()).tokens.used).toBe(used)
    })

    it('allow a user at most fifty queued answers', async () => {
      const { id: user_id, token, ask } = await somebody(1_000)
      const { db, processId } = server().dependencies
      const busy = randomUUID()
      await server().call(createChat, { token, body: { id: busy } })
      await insertTestMessages(db, user_id, busy, Array<string>(50).fill('Waiting'))
      const messages = await db.selectFrom('messages').select('id').where('chat_id', '=', busy).execute()
      const fresh = {
        user_id,
        chat_id: busy,
        stop_requested: 0,
        attempts: 1,
        created_at: new Date().toISOString(),
      } as const
      const lease_expires_at = new Date(server().dependencies.now() + DAY_MS).toISOString()
      const generations = messages.map(({ id: message_id }, n) => {
        const held = n === 0 ? { owner: processId, lease_expires_at } : { owner: null, lease_expires_at: null }
        return { ...fresh, ...held, message_id, status: n === 0 ? ('running' as const) : ('queued' as const) }
      })
      await db.insertInto('generations').values(generations.slice(0, 49)).execute()
      const answered = await ask()
      expect(answered.status).toBe(200)
      await db.insertInto('generations').values(generations.slice(49)).execute()
      const refused = await ask()
      expect(refused).toMatchObject({ status: 429, body: { code: 'rate_limited' } })
      expect(refused.headers.get('retry-after')).toBe('30')
      const message = (answered.body as Exchange).assistant_message.id
      const again = await server().reply(reassess, { token, body: { id: randomUUID(), message } })
      expect(again.status).toBe(429)
      await db.deleteFrom('generations').where('chat_id', '=', busy).execute()
      expect((await ask()).status).toBe(200)
    })

    it('are null for a plan without a limit or no plan, and the higher of two plans counts', async () => {
      const { id: user, token, usage } = await somebody(0)
      expect((await usage()).tokens.limit).toBeNull()
      const { db } = server().dependencies
      const { id: _, ...other } = await db
        .selectFrom('subscriptions')
        .selectAll()
        .where('user_id', '=', user)
        .executeTakeFirstOrThrow()
      const more = { ...other, is_trial: 0 as const, source: 'grant' }
      await db
        .insertInto('subscriptions')
        .values({ ...more, plan_id: await plan(50) })
        .execute()
      expect((await usage()).tokens.limit).toBeNull()
      await db.deleteFrom('subscriptions').where('user_id', '=', user).where('is_trial', '=', 1).execute()
      await db
        .insertInto('subscriptions')
        .values({ ...more, plan_id: await plan(40) })
        .execute()
      expect((await usage()).tokens.limit).toBe(50)
      await db.deleteFrom('subscriptions').where('user_id', '=', user).execute()
      expect(await server().call(getUsageLimits, { token })).toEqual({
        plan: null,
        tokens: { used: 0, limit: null },
        searches: { used: 0, limit: null },
        period_start: null,
        resets_at: null,
      })
    })
  },
  { assistant },
)
