import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { clearHistory, createChat, reassess, sendMessage } from '#contract/endpoints/chats.ts'
import { getUsageLimits } from '#contract/endpoints/companion.ts'
import { quickAssistant } from '#support/quick-assistant.ts'
import { quickPerson } from '#support/quick-person.ts'
import { describeServerOnEachEngine } from '#support/server.ts'

const DAY_MS = 86_400_000

describeServerOnEachEngine(
  'usage limits',
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
      const person = await quickPerson(server().dependencies)
      const subscription = db.updateTable('subscriptions').set({ plan_id: await plan(tokensLimit) })
      await subscription.where('user_id', '=', person.id).execute()
      const chat = randomUUID()
      await server().call(createChat, { token: person.token, body: { id: chat } })
      const ask = () =>
        server().reply(sendMessage, { token: person.token, body: { id: randomUUID(), chat, content: 'And now?' } })
      const usage = () => server().call(getUsageLimits, { token: person.token })
      return { ...person, chat, ask, usage }
    }

    it('count prompt and answer of the period, and deleting chats gives nothing back', async () => {
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

    it('hold new questions when nothing is left, give repeats their answer, and begin again with the next period', async () => {
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

    it('are null where a plan says 0 or there is none, and of two plans the one that allows more counts', async () => {
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
  { assistant: quickAssistant() },
)
