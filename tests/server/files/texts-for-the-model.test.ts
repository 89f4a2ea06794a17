import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import { afterAll, expect, it } from 'vitest'
import { sendMessage } from '#contract/endpoints/chats.ts'
import type { Exchange } from '#contract/objects/chat.ts'
import type { Database } from '#server/db/schema/schema.ts'
import { buildTurns } from '#server/modules/chats/generations/prompt/build-turns.ts'
import { uploadFile } from '#support/api/upload-file.ts'
import { startModelServer } from '#support/fakes/model-server.ts'
import { describeServerOnEachEngine } from '#support/servers/test-server.ts'
import { createChatUser } from '#support/users/chat-user.ts'

const model = await startModelServer()
afterAll(() => model.close())

/** Counts the characters of all texts that queries return. */
function countRead(db: Kysely<Database>) {
  const read = { characters: 0 }
  const counted = db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      const values = result.rows.flatMap((row) => Object.values(row))
      for (const value of values) if (typeof value === 'string') read.characters += value.length
      return result
    },
  })
  return { counted, read }
}

describeServerOnEachEngine(
  'the texts of the files of a long chat',
  (server) => {
    it('are read for an answer only as far as its prompt and the summary before it quote them', async () => {
      model.otherwise = { tokens: ['Fine.'] }
      const { token, chatId } = await createChatUser(server())
      const names = ['First', 'Second', 'Third', 'Fourth', 'Fifth', 'Sixth']
      let answer = ''
      for (const name of names) {
        const bytes = new Uint8Array(Buffer.from(`${name} file ${'é'.repeat(150_000)}`))
        const { id } = await uploadFile(server(), token, bytes, { name: `${name}.txt` })
        const content = `${name}: ${'so it goes '.repeat(300)}`
        const body = { id: randomUUID(), chat: chatId, content, files: [id] }
        answer = ((await server().call(sendMessage, { token, body })) as Exchange).assistant_message.id
      }
      const { db } = server().dependencies
      await db.deleteFrom('chat_summaries').where('chat_id', '=', chatId).execute()
      const claim = await db
        .selectFrom('generations')
        .select(['id', 'user_id', 'chat_id', 'message_id', 'attempts', 'begun', 'created_at'])
        .where('message_id', '=', answer)
        .executeTakeFirstOrThrow()
      model.requests.length = 0
      const { counted, read } = countRead(db)
      const request = { begun: '', web: null, mayCall: async () => true, signal: AbortSignal.timeout(60_000) }
      const { turns } = await buildTurns({ ...server().dependencies, db: counted }, claim, request)
      expect(turns.at(-1)?.files).toMatch(/Name: "Sixth.txt"\nType: text\/plain\n\nSixth file é{4000}/)
      expect(turns.at(-1)?.files).toContain('only its beginning stands here')
      expect(model.requests[0]?.messages[1]?.content).toMatch(/First file é{1000}/)
      expect(read.characters).toBeLessThan(100_000)
    })
  },
  { env: { ASSISTANT_BASE_URL: model.url, ASSISTANT_MODEL: 'small-model', ASSISTANT_CONTEXT: '8192' } },
)
