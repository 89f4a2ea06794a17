import { randomUUID } from 'node:crypto'
import { afterAll, expect, it, vi } from 'vitest'
import { streamAnswer } from '#contract/endpoints/chats.ts'
import type { StreamEvent } from '#contract/stream.ts'
import { pruneGenerations } from '#server/modules/chats/generations/prune-generations.ts'
import { allEvents, readEvents, storedOf, textOf } from '#support/api/answer-stream.ts'
import { startModelServer } from '#support/fakes/model-server.ts'
import { SeededRandom } from '#support/fixtures/seeded-random.ts'
import { describeServerOnEachEngine } from '#support/servers/test-server.ts'
import { type ChatUser, createChatUser } from '#support/users/chat-user.ts'

const model = await startModelServer()
afterAll(() => model.close())

/** Reads until `enough` returns true, then disconnects. */
async function readUntil(response: Response, enough: (events: StreamEvent[]) => boolean): Promise<StreamEvent[]> {
  const events: StreamEvent[] = []
  for await (const event of readEvents(response)) {
    events.push(event)
    if (enough(events)) break
  }
  return events
}

describeServerOnEachEngine(
  'the event stream of an answer',
  (server) => {
    const words = ['¡Canción! ', '日本 ', '👩‍👩‍👧 ', 'line\nbreak ', 'data: x\n\n', '"quotes" ', '\ttab ', 'end']

    async function longAnswer(user: ChatUser): Promise<{ message: string; events: StreamEvent[] }> {
      const random = new SeededRandom(7)
      const tokens = Array.from({ length: 120 }, () => random.one(words))
      model.next({ tokens, reasoning: ['Let me ', 'think.'], paceMs: 1 })
      const events = await allEvents(await user.stream('A long one'))
      expect(textOf(events)).toBe(tokens.join(''))
      expect(textOf(events, 'reasoning')).toBe('Let me think.')
      const last = events.at(-1)
      if (last?.event !== 'done') throw new Error('it did not end well')
      return { message: last.data.assistant_message.id, events }
    }

    it('numbers chunks from 1 without gaps, and resumes with the same text from any position', async () => {
      const user = await createChatUser(server())
      const { message, events } = await longAnswer(user)
      const stored = storedOf(events)
      expect(stored.map((event) => event.id)).toEqual(stored.map((_, i) => `${message}:${i + 1}`))
      for (let cut = 0; cut <= stored.length; cut++) {
        const rest = await allEvents(await user.resume(message, cut === 0 ? undefined : `${message}:${cut}`))
        expect(rest).toEqual([...stored.slice(cut), events.at(-1)])
      }
    })

    it('gives the same text when it is read through many interruptions while it is written', async () => {
      const user = await createChatUser(server())
      const random = new SeededRandom(42)
      const tokens = Array.from({ length: 150 }, (_, i) => `${words[i % words.length]}${i} `)
      const script = model.next({ tokens, paceMs: 1 })
      const { assistant_message: answer } = await user.ask('In pieces')
      const seen: StreamEvent[] = []
      let connections = 0
      while (seen.at(-1)?.event !== 'done') {
        const cut = random.between(1, 4)
        const leave = new AbortController()
        const response = await user.resume(answer.id, storedOf(seen).at(-1)?.id, leave.signal)
        seen.push(...(await readUntil(response, (events) => events.length >= cut || events.at(-1)?.event === 'done')))
        leave.abort()
        connections += 1
      }
      await script.release()
      expect(connections).toBeGreaterThan(1)
      expect(storedOf(seen).map((event) => event.id)).toEqual(storedOf(seen).map((_, i) => `${answer.id}:${i + 1}`))
      expect(textOf(seen)).toBe(tokens.join(''))
      expect((await allEvents(await user.resume(answer.id))).slice(0, -1)).toEqual(storedOf(seen))
    })

    it('can be read by any number of connections at once', async () => {
      const user = await createChatUser(server())
      const script = model.next({ tokens: ['One ', 'two ', 'three'], holdAt: 1 })
      const first = await user.stream('Together')
      const [, answer] = await vi.waitUntil(async () => {
        const messages = await user.messages()
        return messages.length === 2 && messages
      })
      const id = answer?.id ?? ''
      const others = await Promise.all([user.resume(id), user.resume(id), user.resume(id)])
      await script.release()
      const [one, ...rest] = await Promise.all([first, ...others].map(allEvents))
      for (const events of rest) expect(events).toEqual(one?.slice(1))
      expect(textOf(one ?? [])).toBe('One two three')
    })

    it('is not affected by a connection that closes', async () => {
      const user = await createChatUser(server())
      const script = model.next({ tokens: ['Half ', 'and half'], holdAt: 1 })
      const leave = new AbortController()
      const response = await user.stream('Leaving', { signal: leave.signal })
      const events = await readUntil(response, (seen) => seen.at(-1)?.event === 'delta')
      leave.abort()
      await script.release()
      const id = events[0]?.event === 'accepted' ? events[0].data.assistant_message.id : ''
      expect(textOf(await allEvents(await user.resume(id, events.at(-1)?.id)))).toBe('and half')
      expect((await user.messages())[1]).toMatchObject({ status: 'complete', content: 'Half and half' })
    })

    it('sends the first chunk while the model is still writing', async () => {
      const user = await createChatUser(server())
      const script = model.next({ tokens: ['First ', 'rest'], holdAt: 1 })
      const response = await user.stream('Quick')
      const events = await readUntil(response, (seen) => seen.at(-1)?.event === 'delta')
      expect(textOf(events)).toBe('First ')
      await script.release()
    })

    it('begins at the start of a queued answer when it is generated', async () => {
      const user = await createChatUser(server())
      const script = model.next({ tokens: ['First'], holdAt: 0 })
      await user.ask('One')
      const second = await user.ask('Two')
      const stream = allEvents(await user.resume(second.assistant_message.id))
      await script.release()
      expect(textOf(await stream)).toBe('You said: Two')
    })

    it('resumed a day later sends the whole message and no chunks, whatever Last-Event-ID is given', async () => {
      const user = await createChatUser(server())
      const { message, events } = await longAnswer(user)
      const { db, now } = server().dependencies
      await pruneGenerations(db, now() + 23 * 3_600_000)
      expect(await allEvents(await user.resume(message, `${message}:3`))).toEqual(
        storedOf(events).slice(3).concat(events.slice(-1)),
      )
      await pruneGenerations(db, now() + 25 * 3_600_000)
      for (const id of [undefined, `${message}:3`, `${message}:9999`]) {
        expect(await allEvents(await user.resume(message, id))).toEqual(events.slice(-1))
      }
    })

    it('starts from the beginning for an unknown or invalid Last-Event-ID', async () => {
      const user = await createChatUser(server())
      const { message, events } = await longAnswer(user)
      for (const id of [`${randomUUID()}:5`, 'nonsense', `${message}:-1`]) {
        expect(await allEvents(await user.resume(message, id))).toEqual(events.slice(1))
      }
    })

    it('does not exist for a question or for an answer of another chat', async () => {
      const user = await createChatUser(server())
      const { user_message, assistant_message } = await user.ask('Hm')
      const open = (chat: string, message: string) =>
        server().reply(streamAnswer, { token: user.token, params: { id: chat }, query: { message } })
      expect((await open(user.chatId, user_message.id)).status).toBe(404)
      expect((await open(randomUUID(), assistant_message.id)).status).toBe(404)
    })

    it('ends when any connection stops the answer, and keeps the text so far', async () => {
      const user = await createChatUser(server())
      const script = model.next({ tokens: ['Said. ', 'Never said.'], holdAt: 1 })
      const response = await user.stream('Stop me')
      const events = await readUntil(response.clone(), (seen) => seen.at(-1)?.event === 'delta')
      const id = events[0]?.event === 'accepted' ? events[0].data.assistant_message.id : ''
      const stopped = await user.stop(id)
      expect(stopped).toMatchObject({ id, status: 'interrupted', content: 'Said. ' })
      await script.cancelled()
      expect((await allEvents(response)).at(-1)).toEqual({
        event: 'done',
        data: { assistant_message: stopped, usage: null },
      })
      expect(await user.stop(id)).toEqual(stopped)
      expect(textOf(await allEvents(await user.stream('And on')))).toBe('You said: And on')
    })

    it('ends at once when a queued answer is stopped, also one without text', async () => {
      const user = await createChatUser(server())
      const script = model.next({ tokens: ['Late'], holdAt: 0 })
      const running = await user.ask('One')
      await script.asked()
      const waiting = await user.ask('Two')
      const stopped = await user.stop(waiting.assistant_message.id)
      expect(stopped).toMatchObject({ status: 'interrupted', content: '' })
      expect(await user.stop(running.assistant_message.id)).toMatchObject({ status: 'interrupted', content: '' })
      await script.release()
      expect((await allEvents(await user.resume(waiting.assistant_message.id))).map((event) => event.event)).toEqual([
        'done',
      ])
      // The model gets all three questions, because the first two were not answered.
      expect(textOf(await allEvents(await user.stream('Three')))).toBe('You said: One\n\nTwo\n\nThree')
    })

    it('is unchanged when an answer is stopped after its end', async () => {
      const user = await createChatUser(server())
      const { message } = await longAnswer(user)
      const [, answer] = await user.messages()
      expect(await user.stop(message)).toEqual(answer)
      const question = (await user.messages())[0]?.id ?? ''
      await expect(user.stop(question)).rejects.toThrow('404')
    })
  },
  { env: { ASSISTANT_BASE_URL: model.url, ASSISTANT_MODEL: 'small-model' } },
)
