import { afterAll, beforeEach, expect, it } from 'vitest'
import { insertTestExchanges } from '#support/database/insert-rows.ts'
import { startModelServer } from '#support/fakes/model-server.ts'
import { describeServerOnEachEngine } from '#support/servers/test-server.ts'
import { createChatUser } from '#support/users/chat-user.ts'

const model = await startModelServer()
model.models = ['wide', 'usual', 'small']
afterAll(() => model.close())
beforeEach(() => {
  model.requests.length = 0
  model.otherwise = { tokens: ['Fine.'] }
})

type Asked = (typeof model.requests)[number]
const isSummary = ({ messages }: Asked): boolean =>
  messages[0]?.content.startsWith('You summarise the beginning') ?? false
const summarisedBy = () => model.requests.filter(isSummary).map((asked) => asked.model)
const system = (): string => model.requests.at(-1)?.messages[0]?.content ?? ''
const sizeOf = ({ messages }: Asked): number => messages.reduce((sum, { content }) => sum + content.length, 0)
/** A question of 1,130 bytes, of which 15 fit into 8,192 tokens with the rest of the prompt, and none more. */
const long = (name: string): string => `${name}: so it goes ${'on and on and on '.repeat(80)}`.slice(0, 1_130)

const models = [
  { id: 'usual', label: 'Usual' },
  { id: 'wide', label: 'Wide', context: 100_000 },
  { id: 'small', label: 'Small', context: 4_096 },
]

describeServerOnEachEngine(
  'the summary of a long chat with several models',
  (server) => {
    async function createFullChat() {
      const user = await createChatUser(server())
      const asked = Array.from({ length: 15 }, (_, n) => long(`Q${n + 1}`))
      await insertTestExchanges(server().dependencies.db, user.chatId, asked, 'Fine.')
      return user
    }
    const usageOf = (messageId: string) =>
      server()
        .dependencies.db.selectFrom('usage_entries')
        .select(['model', 'tokens'])
        .where('message_id', '=', messageId)
        .execute()

    it('is made where the context of the chosen model ends, without one ASSISTANT_CONTEXT, and by that model', async () => {
      const user = await createFullChat()
      const inFull = await user.say(long('Q16'), { model: 'wide' })
      expect(inFull.assistant_message).not.toHaveProperty('earlier')
      expect(summarisedBy()).toEqual([])
      model.next({ tokens: ['They spoke.'] })
      const { assistant_message: answer } = await user.say(long('Q17'))
      expect(answer.earlier?.summary).toBe(answer.earlier?.end)
      expect([summarisedBy(), system()]).toEqual([['usual'], expect.stringContaining('They spoke.')])
      // The model server counts the messages of a prompt and the tokens of an answer.
      const ofAnswer = (model.requests.at(-1)?.messages.length ?? 0) + 1
      expect(await usageOf(answer.id)).toEqual([{ model: 'usual', tokens: 3 + ofAnswer }])
      const again = await user.say(long('Q18'), { model: 'wide' })
      expect(again.assistant_message).not.toHaveProperty('earlier')
      expect(system()).not.toContain('They spoke.')
    })

    it('counts under the model that made it, also when that fails to answer', async () => {
      const user = await createFullChat()
      model.next({ tokens: ['They spoke.'] })
      model.otherwise = { status: 500 }
      const { assistant_message: answer } = await user.say(long('Q16'), { model: 'small' })
      expect(answer.status).toBe('failed')
      expect(await usageOf(answer.id)).toEqual([{ model: 'small', tokens: 3 }])
    })

    it('is not given to a model in whose context it leaves no space', async () => {
      const user = await createFullChat()
      const tooLong = 'They spoke. '.repeat(200)
      model.next({ tokens: [tooLong] })
      await user.say(long('Q16'))
      expect(system()).toContain(tooLong.trim())
      model.otherwise = { tokens: ['Short.'] }
      const { assistant_message: answer } = await user.say(long('Q17'), { model: 'small' })
      expect(new Set(summarisedBy())).toEqual(new Set(['usual', 'small']))
      expect(system()).toContain('Short.')
      expect(model.requests.filter((asked) => asked.model === 'small').every((asked) => sizeOf(asked) <= 9_216)).toBe(
        true,
      )
      expect(answer.earlier?.summary).toBe(answer.earlier?.end)
      await user.say(long('Q18'))
      expect(system()).toContain('SUMMARY')
    })
  },
  {
    env: {
      ...{ ASSISTANT_BASE_URL: model.url, ASSISTANT_MODELS: JSON.stringify(models), ASSISTANT_CONTEXT: '8192' },
      SCORING: 'off',
    },
  },
)
