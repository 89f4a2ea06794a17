import { randomUUID } from 'node:crypto'
import { expect, it, vi } from 'vitest'
import { createChat, sendMessage } from '#contract/endpoints/chats.ts'
import { getUsageLimits } from '#contract/endpoints/companion.ts'
import type { Assistant } from '#server/providers/assistant/assistant.ts'
import { describeServerOnEachEngine } from '#support/servers/test-server.ts'
import { insertSignedInUser } from '#support/users/inserted-user.ts'

/** Every answer uses as many tokens as are reserved for one, and ends when the test releases it. */
const TOKENS = 500
let release: () => void = () => {}
let held: Promise<void> = Promise.resolve()
const hold = () => {
  held = new Promise((resolve) => {
    release = resolve
  })
}
const assistant: Assistant = {
  name: 'Hungry',
  kind: 'practice',
  async *answer() {
    yield { kind: 'delta', text: 'x' }
    await held
    yield { kind: 'usage', usage: { prompt_tokens: 100, completion_tokens: TOKENS - 100 } }
  },
}

describeServerOnEachEngine(
  'twenty simultaneous questions',
  (server) => {
    async function somebody(limit: number) {
      const { db } = server().dependencies
      const user = await insertSignedInUser(server().dependencies)
      const { id: _, ...first } = await db.selectFrom('plans').selectAll().where('id', '=', 1).executeTakeFirstOrThrow()
      const plan = db.insertInto('plans').values({ ...first, name: 'near', tokens_limit: limit, searches_limit: 0 })
      const { id: plan_id } = await plan.returning('id').executeTakeFirstOrThrow()
      await db.updateTable('subscriptions').set({ plan_id }).where('user_id', '=', user.id).execute()
      const { token } = user
      const chats = await Promise.all(
        Array.from(
          { length: 20 },
          async () => (await server().call(createChat, { token, body: { id: randomUUID() } })).id,
        ),
      )
      const ask = (chat: string) =>
        server().reply(sendMessage, {
          token,
          body: { id: randomUUID(), chat, content: 'And now?' },
          headers: { Prefer: 'respond-async' },
        })
      const used = async () => (await server().call(getUsageLimits, { token })).tokens.used
      const unfinished = async () =>
        (
          await db
            .selectFrom('generations')
            .select('id')
            .where('user_id', '=', user.id)
            .where('status', '!=', 'finished')
            .execute()
        ).length
      return { chats, ask, used, unfinished }
    }

    it('share the remaining tokens: only the last may exceed the limit, and the waiting ones are asked to retry', async () => {
      const { chats, ask, used, unfinished } = await somebody(1_200)
      hold()
      const replies = await Promise.all(chats.map(ask))
      const taken = replies.filter(({ status }) => status === 202)
      // 502 tokens are reserved for each: 0, 502 and 1,004 are below 1,200.
      expect(taken).toHaveLength(3)
      for (const refused of replies.filter(({ status }) => status !== 202)) {
        expect(refused).toMatchObject({ status: 429, body: { code: 'rate_limited', message: /answers under way/ } })
        expect(refused.headers.get('retry-after')).toBe('5')
      }
      release()
      await vi.waitFor(async () => expect(await unfinished()).toBe(0), { timeout: 15_000 })
      expect(await used()).toBe(3 * TOKENS)
      const [chat] = chats
      if (chat === undefined) throw new Error('no chat')
      const after = await ask(chat)
      expect(after).toMatchObject({ status: 429, body: { code: 'limit_reached' } })
    })

    it('are all accepted when enough tokens remain, and none when nothing remains', async () => {
      const [rich, poor, unlimited] = [await somebody(1_000_000), await somebody(1), await somebody(0)]
      hold()
      release()
      const statuses = async ({ chats, ask }: typeof rich) =>
        (await Promise.all(chats.map(ask))).map(({ status }) => status)
      expect(await statuses(rich)).toEqual(Array(20).fill(202))
      expect(await statuses(unlimited)).toEqual(Array(20).fill(202))
      expect((await statuses(poor)).filter((status) => status === 202)).toHaveLength(1)
      await vi.waitFor(async () => expect(await poor.unfinished()).toBe(0), { timeout: 15_000 })
      expect(await poor.used()).toBe(TOKENS)
    })
  },
  { assistant },
)
