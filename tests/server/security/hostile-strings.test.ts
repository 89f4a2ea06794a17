import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { getProfile, updateProfile } from '#contract/endpoints/accounts.ts'
import { createChat, getChat, getMessages, sendMessage } from '#contract/endpoints/chats.ts'
import { createFolder, createTag, listFolders, listTags } from '#contract/endpoints/companion.ts'
import type { Assistant } from '#server/providers/assistant/assistant.ts'
import { hostileStrings } from '#support/fixtures/hostile-strings.ts'
import { describeServerOnEachEngine } from '#support/servers/test-server.ts'
import { insertSignedInUser } from '#support/users/inserted-user.ts'

describe('the list of hostile strings', () => {
  it('has at least two hundred distinct strings', () => {
    expect(new Set(hostileStrings).size).toBeGreaterThanOrEqual(200)
    expect(new Set(hostileStrings).size).toBe(hostileStrings.length)
  })
})

/** Echoes the question, so that every string is an answer of the model too. */
const parrot: Assistant = {
  name: 'Parrot',
  kind: 'model',
  async *answer(turns) {
    yield { kind: 'delta', text: turns.at(-1)?.content ?? '' }
    yield { kind: 'usage', usage: { prompt_tokens: 1, completion_tokens: 1 } }
  },
}

const BATCH = 16

async function inBatches<T>(list: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  for (let at = 0; at < list.length; at += BATCH) await Promise.all(list.slice(at, at + BATCH).map(work))
}

/** How many of the strings one chat gets. */
const EACH = 15

/**
 * The characters that a text loses: control characters except tab and line break; half a surrogate pair becomes U+FFFD.
 */
const asStored = (text: string): string => text.replace(/(?![\t\n\r])\p{Cc}/gu, '').toWellFormed()

/** A rejection has field messages; it is never a server error. */
const refusal = (...fields: string[]) => {
  const words = expect.arrayContaining([expect.any(String)])
  return { status: 400, body: Object.fromEntries(fields.map((field) => [field, words])) }
}

describeServerOnEachEngine(
  'a hostile string',
  (server) => {
    vi.setConfig({ testTimeout: 60_000 })

    let token: string

    beforeAll(async () => {
      token = (await insertSignedInUser(server().dependencies)).token
    })

    it('is stored unchanged as a message and as an answer of the model', async () => {
      const chats = Array.from({ length: Math.ceil(hostileStrings.length / EACH) }, (_, n) =>
        hostileStrings.slice(n * EACH, (n + 1) * EACH),
      )
      await Promise.all(chats.map(exchange))
    })

    async function exchange(strings: readonly string[]): Promise<void> {
      const chat = randomUUID()
      await server().call(createChat, { token, body: { id: chat } })
      const asked: string[] = []
      for (const content of strings) {
        const body = { id: randomUUID(), chat, content }
        const reply = await server().reply(sendMessage, { token, body })
        const said = { content: asStored(content) }
        if (reply.status === 400) {
          expect(reply, JSON.stringify(content)).toMatchObject(refusal('content'))
          expect(said.content.trim(), JSON.stringify(content)).toBe('')
          continue
        }
        asked.push(said.content)
        const exchanged = { user_message: { id: body.id, ...said }, assistant_message: { ...said, status: 'complete' } }
        expect(reply.body, JSON.stringify(content)).toMatchObject(exchanged)
      }
      const { messages } = await server().call(getMessages, { token, params: { id: chat }, query: { limit: 200 } })
      expect(messages.map(({ content }) => content)).toEqual(asked.flatMap((text) => [text, text]))
    }

    it('is stored as a title without the characters that a title cannot have, or rejected', async () => {
      let kept = 0
      await inBatches(hostileStrings, async (title) => {
        const id = randomUUID()
        const reply = await server().reply(createChat, { token, body: { id, title } })
        if (reply.status === 400) {
          expect(reply).toMatchObject(refusal('title'))
          expect(title.length).toBeGreaterThan(80)
          return
        }
        expect(reply.status, JSON.stringify(title)).toBe(201)
        const { title: stored } = await server().call(getChat, { token, params: { id } })
        expect(visible(stored), JSON.stringify(title)).toBe(visible(asStored(title)))
        kept += 1
      })
      expect(kept).toBeGreaterThan(100)
    })

    it.each([
      ['folder', createFolder, listFolders],
      ['tag', createTag, listTags],
    ] as const)('is stored as the name of a %s or rejected', async (_what, create, list) => {
      const names = new Map<string, string>()
      await inBatches(hostileStrings, async (name) => {
        const id = randomUUID()
        const reply = await server().reply(create, { token, body: { id, name } })
        if (reply.status === 400) expect(reply, JSON.stringify(name)).toMatchObject(refusal('name'))
        else names.set(id, name)
      })
      expect(names.size).toBeGreaterThan(100)
      const { results } = await server().call(list, { token })
      for (const { id, name } of results) expect(visible(name)).toBe(visible(asStored(names.get(id) ?? '')))
      expect(results).toHaveLength(names.size)
    })

    it('is rejected as a user’s name unless it consists of letters, and stored unchanged as a username or rejected', async () => {
      const letters = /^[\p{L}\p{M} '’-]+$/u
      for (const text of hostileStrings) {
        const name = await server().reply(updateProfile, { token, body: { first_name: text, last_name: text } })
        if (name.status === 200) expect((name.body as { first_name: string }).first_name).toMatch(letters)
        else expect(name, JSON.stringify(text)).toMatchObject(refusal('first_name', 'last_name'))
        const reply = await server().reply(updateProfile, { token, body: { username: text } })
        if (reply.status !== 200) expect(reply, JSON.stringify(text)).toMatchObject(refusal('username'))
      }
      expect((await server().call(getProfile, { token })).first_name).toMatch(letters)
    })
  },
  { assistant: parrot },
)

/** Names lose invisible characters within them and at their ends; never a letter. */
const visible = (text: string): string => text.replace(/\p{C}|\p{Z}|\s|\uFFFD/gu, '')
