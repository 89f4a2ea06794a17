import * as v from 'valibot'
import { expect, it, vi } from 'vitest'
import { allEvents, textOf } from '#support/api/answer-stream.ts'
import { instantAssistant } from '#support/fakes/instant-assistant.ts'
import { describeServerOnEachEngine, type TestServer } from '#support/servers/test-server.ts'
import { createChatUser } from '#support/users/chat-user.ts'

/** The result of a transaction that ends one answer. */
const EndedAnswers = v.tuple([v.object({ entry: v.object({ outcome: v.object({ status: v.literal('complete') }) }) })])

/** Makes the commit of the next transaction that ends an answer fail for its caller, although the database has it. */
function loseAcknowledgement({ dependencies: { db } }: TestServer): { lost(): number } {
  const begin = db.transaction.bind(db)
  let lost = 0
  vi.spyOn(db, 'transaction').mockImplementation(() => {
    const builder = begin()
    const execute = builder.execute.bind(builder)
    builder.execute = async (work) => {
      const result = await execute(work)
      if (lost === 0 && v.is(EndedAnswers, result)) {
        lost += 1
        throw new Error('the connection ended before the commit was acknowledged')
      }
      return result
    }
    return builder
  })
  return { lost: () => lost }
}

describeServerOnEachEngine(
  'an answer whose last commit was not acknowledged',
  (server) => {
    it('ends for who follows it, counts as complete, and is stored once', async () => {
      const user = await createChatUser(server())
      const commit = loseAcknowledgement(server())
      const events = await allEvents(await user.stream('Are you done?'))
      expect(commit.lost()).toBe(1)
      expect(events.at(-1)).toMatchObject({ event: 'done', data: { assistant_message: { status: 'complete' } } })
      expect(textOf(events)).toBe((await user.messages()).at(-1)?.content)
      const counted = async () => (await server().send('/metrics')).text
      await vi.waitFor(async () =>
        expect(await counted()).toMatch(/companion_generations_ended_total\{status="complete"\} 1\n/),
      )
      expect(await counted()).not.toMatch(/companion_generations_ended_total\{status="(?!complete)[^"]+"\} [1-9]/)
    })
  },
  { assistant: instantAssistant() },
)
