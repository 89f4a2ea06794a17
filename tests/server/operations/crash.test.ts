import { afterAll, describe, expect, it } from 'vitest'
import { allEvents, nextWritten, readEvents, storedOf } from '#support/api/answer-stream.ts'
import { createTestClient } from '#support/api/test-client.ts'
import { startModelServer } from '#support/fakes/model-server.ts'
import { LiveServer } from '#support/servers/live-server.ts'
import { chatCalls, createChatUser } from '#support/users/chat-user.ts'

const model = await startModelServer()
afterAll(() => model.close())

async function startServer(program?: string): Promise<LiveServer> {
  const env = { ASSISTANT_BASE_URL: model.url, ASSISTANT_MODEL: 'small-model', RATE_LIMITS: 'off' }
  return LiveServer.start(env, program)
}

describe('a server on SQLite', () => {
  it('has every acknowledged message after it was killed, and leaves no answer in streaming', {
    timeout: 60_000,
  }, async () => {
    const server = await startServer()
    const client = createTestClient(server.url)
    const [partial, empty, waiting] = [
      await createChatUser(client),
      await createChatUser(client),
      await createChatUser(client),
    ]
    const script = model.next({ tokens: ['Half ', 'more'], holdAt: 1 })
    const half = await partial.ask('Partly written')
    const tail = readEvents(await partial.resume(half.assistant_message.id))
    const chunk = (await nextWritten(tail)).value
    expect(chunk).toMatchObject({ event: 'delta' })
    const silent = model.next({ tokens: ['Never'], holdAt: 0 })
    const none = await empty.ask('Not written')
    const held = model.next({ tokens: ['Never'], holdAt: 0 })
    const acknowledged = [await waiting.ask('One'), await waiting.ask('Two'), await waiting.ask('Three')]
    await Promise.all([silent.asked(), held.asked()])
    await server.kill()
    await expect(Array.fromAsync(tail)).rejects.toThrow()
    await Promise.all([script, silent, held].map((one) => one.cancelled()))
    await server.start()

    const end = (await allEvents(await partial.resume(half.assistant_message.id, chunk?.id))).at(-1)
    expect(end).toMatchObject({
      event: 'done',
      data: { assistant_message: { status: 'interrupted', content: 'Half ' } },
    })
    expect(storedOf(await allEvents(await partial.resume(half.assistant_message.id)))).toEqual([chunk])
    const rewritten = (await allEvents(await empty.resume(none.assistant_message.id))).at(-1)
    expect(rewritten).toMatchObject({
      data: { assistant_message: { status: 'complete', content: 'You said: Not written' } },
    })
    for (const { assistant_message } of acknowledged) await allEvents(await waiting.resume(assistant_message.id))
    expect((await waiting.messages()).map(({ content, status }) => [content, status])).toEqual([
      ['One', 'complete'],
      ['You said: One', 'complete'],
      ['Two', 'complete'],
      ['You said: Two', 'complete'],
      ['Three', 'complete'],
      ['You said: Three', 'complete'],
    ])
    await server.remove()
  })

  it('loses nothing when it is killed several times while it writes many answers', { timeout: 120_000 }, async () => {
    const server = await startServer()
    const client = createTestClient(server.url)
    const users = await Promise.all(Array.from({ length: 4 }, () => createChatUser(client)))
    model.otherwise = { tokens: Array.from({ length: 60 }, (_, i) => `word${i} `), paceMs: 3 }
    const sent = new Set<string>()
    for (let round = 0; round < 4; round += 2) {
      const asked = users.map((user) => user.ask(`Round ${round}`))
      for (const one of await Promise.all(asked)) sent.add(one.user_message.id)
      const [first] = users
      if (first === undefined) throw new Error('nobody is here')
      // Another question may or may not be acknowledged before the kill.
      const racing = Promise.allSettled([first.ask('Racing').then((one) => sent.add(one.user_message.id))])
      const answer = (await asked[0])?.assistant_message.id ?? ''
      const tail = readEvents(await first.resume(answer))
      for (let n = 0; n < round + 1; n++) await tail.next()
      await server.kill()
      await Promise.allSettled([racing, Array.fromAsync(tail)])
      await server.start()
    }
    model.otherwise = {}
    for (const user of users) {
      const calls = chatCalls(client, user.token, user.chatId)
      for (const { id, role } of await calls.messages())
        if (role === 'assistant') await allEvents(await calls.resume(id))
      const messages = await calls.messages()
      expect(messages.map((message) => message.seq)).toEqual(messages.map((_, i) => i + 1))
      expect(messages.filter((message) => message.status === 'streaming')).toEqual([])
      for (const message of messages) sent.delete(message.id)
    }
    expect([...sent]).toEqual([])
    await server.remove()
  })

  it('releases the leases of its answers when it is asked to stop', { timeout: 60_000 }, async () => {
    const server = await startServer('tests/support/programs/short-lease-server.ts')
    const user = await createChatUser(createTestClient(server.url))
    const held = model.next({ tokens: ['Never'], holdAt: 0 })
    const { assistant_message } = await user.ask('Not written')
    await held.asked()
    await server.stop()
    await server.start()
    const end = (await allEvents(await user.resume(assistant_message.id))).at(-1)
    expect(end).toMatchObject({ data: { assistant_message: { status: 'complete', content: 'You said: Not written' } } })
    await server.remove()
  })
})
