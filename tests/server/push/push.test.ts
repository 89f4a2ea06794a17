import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, expect, it, test, vi } from 'vitest'
import { login, logout } from '#contract/endpoints/accounts.ts'
import { createChat } from '#contract/endpoints/chats.ts'
import { getConfig, unsubscribeFromPush } from '#contract/endpoints/companion.ts'
import { allEvents, nextWritten, readEvents } from '#support/api/answer-stream.ts'
import { createTestStorage } from '#support/database/test-database.ts'
import { startModelServer } from '#support/fakes/model-server.ts'
import { type PushDevice, startPushService } from '#support/fakes/push-service.ts'
import { describeServerOnEachEngine, startTestServer } from '#support/servers/test-server.ts'
import { chatCalls } from '#support/users/chat-user.ts'
import { createNotifiedUser } from '#support/users/notified-user.ts'

const model = await startModelServer()
const push = await startPushService()
afterAll(async () => {
  expect(push.problems).toEqual([])
  await Promise.all([model.close(), push.close()])
})
const env = { ASSISTANT_BASE_URL: model.url, ASSISTANT_MODEL: 'small-model', MAIL_FROM: 'Us <us@example.org>' }

describeServerOnEachEngine(
  'push notifications',
  (server) => {
    const announced = async (device: PushDevice, count: number) =>
      (await push.of(device, count)).map(({ payload }) => (payload as { message: string }).message)
    const isKept = async ({ endpoint }: PushDevice) => {
      const rows = server().dependencies.db.selectFrom('push_subscriptions').select('user_id')
      return (await rows.where('endpoint', '=', endpoint).execute()).length === 1
    }

    it('announce a finished answer, by its ids only, once it is stored', async () => {
      const device = push.device()
      const { ask, messages, user, chatId } = await createNotifiedUser(server(), device)
      const { assistant_message: answer } = await ask('A secret question')
      const [message] = await push.of(device, 1)
      expect(message?.payload).toEqual({ type: 'answer_ready', account: user.id, chat: chatId, message: answer.id })
      expect(await messages()).toContainEqual(expect.objectContaining({ id: answer.id, status: 'complete' }))
      expect(message).toMatchObject({ ttl: '3600', urgency: 'normal', subject: 'mailto:us@example.org' })
      expect(message?.publicKey).toBe((await server().call(getConfig, {})).vapid_public_key)
    })

    it('replace each other for one chat, and do not for two chats', async () => {
      const device = push.device()
      const { ask, chatId, token } = await createNotifiedUser(server(), device)
      const other = randomUUID()
      await server().call(createChat, { token, body: { id: other } })
      await ask('One')
      await push.of(device, 1)
      await ask('Two')
      await push.of(device, 2)
      await ask('Three', { chatId: other })
      const [one, two, three] = (await push.of(device, 3)).map(({ topic }) => topic)
      expect(one).toMatch(/^[\w-]{32}$/)
      expect(one).not.toContain(chatId.slice(0, 8))
      expect(two).toBe(one)
      expect(three).not.toBe(one)
    })

    it('are sent for answers that took long or that nobody was reading', async () => {
      const device = push.device()
      const { ask, stream } = await createNotifiedUser(server(), device)
      const listen = async (meanwhile: () => void) => {
        const script = model.next({ tokens: ['a', 'b'], holdAt: 1 })
        const events = readEvents(await stream('Is it quick?'))
        const { value: accepted } = await events.next()
        await nextWritten(events)
        meanwhile()
        await script.release()
        await Array.fromAsync(events)
        return accepted?.event === 'accepted' ? accepted.data.assistant_message.id : undefined
      }
      await listen(() => {})
      const long = await listen(() => server().advance(5_000))
      const alone = (await ask('Alone')).assistant_message.id
      expect(await announced(device, 2)).toEqual([long, alone])
    })

    it('are sent for complete answers, not for stopped or failed ones', async () => {
      const device = push.device()
      const { ask, resume, stop } = await createNotifiedUser(server(), device)
      const script = model.next({ tokens: ['Said ', 'unsaid'], holdAt: 1 })
      const { assistant_message: stopped } = await ask('Stop')
      await script.sent(1)
      await stop(stopped.id)
      model.next({ status: 400 })
      await allEvents(await resume((await ask('Fail')).assistant_message.id))
      const whole = (await ask('Whole')).assistant_message.id
      expect(await announced(device, 1)).toEqual([whole])
    })

    it('stop for a device whose push service reports the subscription as expired', async () => {
      const [kept, gone, missing, full] = [push.device(), push.device(), push.device(), push.device()]
      const { ask } = await createNotifiedUser(server(), kept, gone, missing, full)
      push.answer(gone, 410)
      push.answer(missing, 404)
      push.answer(full, 429)
      await ask('One')
      await vi.waitFor(async () => expect([await isKept(gone), await isKept(missing)]).toEqual([false, false]))
      await ask('Two')
      await push.of(kept, 2)
      await push.of(full, 2)
      expect(await isKept(full)).toBe(true)
      expect([await push.of(gone, 1), await push.of(missing, 1)].map((all) => all.length)).toEqual([1, 1])
    })

    it('stop for a device that signs out or whose session expires', async () => {
      const [out, expired, here] = [push.device(), push.device(), push.device()]
      const { ask, user, notify } = await createNotifiedUser(server(), out)
      const again = () => server().call(login, { body: { email: user.email, password: user.password } })
      const [second, third] = [await again(), await again()]
      await notify(expired, second.access)
      await notify(here, third.access)
      await server().call(logout, { body: { refresh: user.refresh } })
      expect(await isKept(out)).toBe(false)
      const { db } = server().dependencies
      const row = await db
        .selectFrom('push_subscriptions')
        .selectAll()
        .where('endpoint', '=', expired.endpoint)
        .execute()
      await db
        .updateTable('sessions')
        .set({ expires_at: new Date(0).toISOString() })
        .where('id', '=', row[0]?.session_id ?? '')
        .execute()
      const { ask: askHere } = chatCalls(server(), third.access, (await ownChat(third.access)).id)
      await askHere('Who hears of this?')
      await push.of(here, 1)
      expect([await push.of(out, 0), await push.of(expired, 0)]).toEqual([[], []])
      await expect(ask('Signed out')).rejects.toThrow('token_not_valid')

      function ownChat(token: string) {
        return server().call(createChat, { token, body: { id: randomUUID() } })
      }
    })

    it('stop when the account is deleted', async () => {
      const device = push.device()
      const { user } = await createNotifiedUser(server(), device)
      await server().dependencies.db.deleteFrom('users').where('id', '=', user.id).execute()
      expect(await isKept(device)).toBe(false)
    })

    it('continue while a push service hangs, and so do the answers', async () => {
      const [stuck, other] = [push.device(), push.device()]
      const [slow, quick] = [await createNotifiedUser(server(), stuck), await createNotifiedUser(server(), other)]
      push.answer(stuck, 'hang')
      await slow.ask('One')
      await push.untilHanging()
      for (const question of ['Two', 'Three']) {
        const { assistant_message: answer } = await slow.ask(question)
        expect((await allEvents(await slow.resume(answer.id))).at(-1)?.event).toBe('done')
      }
      await quick.ask('Four')
      await push.of(other, 1)
      expect(await push.of(stuck, 1)).toHaveLength(1)
    })

    it('have one subscription per device: a repeat updates the keys', async () => {
      const [first, second] = [push.device(), push.device()]
      const { ask, notify } = await createNotifiedUser(server())
      expect((await notify(first)).status).toBe(201)
      expect((await notify({ ...first, keys: second.keys })).status).toBe(200)
      expect((await notify(first)).status).toBe(200)
      await ask('Once?')
      expect(await push.of(first, 1)).toHaveLength(1)
    })

    it('belong to the user who signed in last on the device', async () => {
      const device = push.device()
      const [before, after] = [await createNotifiedUser(server(), device), await createNotifiedUser(server())]
      expect((await after.notify(device)).status).toBe(201)
      await before.ask('Mine?')
      const body = { endpoint: device.endpoint }
      await server().call(unsubscribeFromPush, { token: before.token, body })
      const { assistant_message: answer } = await after.ask('Yours?')
      expect(await announced(device, 1)).toEqual([answer.id])
      const ended = () => server().reply(unsubscribeFromPush, { token: after.token, body })
      expect([(await ended()).status, (await ended()).status]).toEqual([204, 204])
      expect(await isKept(device)).toBe(false)
    })

    it('go to the ten latest devices of a user', async () => {
      const devices = Array.from({ length: 12 }, () => push.device())
      const { notify } = await createNotifiedUser(server())
      for (const device of devices) {
        server().advance(1)
        await notify(device)
      }
      const kept = await Promise.all(devices.map(isKept))
      expect(kept).toEqual(devices.map((_, i) => i >= 2))
    })

    it('are sent to push services only, and only with valid keys', async () => {
      const device = push.device()
      const { notify } = await createNotifiedUser(server())
      for (const endpoint of [
        'https://localhost/push',
        'https://10.0.0.1/',
        'http://example.org/',
        'ftp://example.org/',
      ]) {
        expect(await notify({ ...device, endpoint })).toMatchObject({
          status: 400,
          body: { endpoint: ['Invalid value'] },
        })
      }
      const p256dh = `B${'A'.repeat(86)}`
      const offCurve = await notify({ ...device, keys: { ...device.keys, p256dh } })
      expect(offCurve).toMatchObject({ status: 400, body: { keys: ['Invalid value'] } })
      expect((await notify({ ...device, keys: { ...device.keys, auth: 'short' } })).status).toBe(400)
    })

    it('leave no endpoints, keys or text in the log', () => {
      const log = server().logs.join('')
      expect(log).toContain('a push message was not taken')
      const secrets = push.received.flatMap(({ endpoint, topic }) => [new URL(endpoint).pathname, topic])
      for (const secret of [...secrets, 'A secret question', 'words that nobody reads', new URL(push.origin).host]) {
        expect(log.includes(secret), secret).toBe(false)
      }
    })
  },
  { env },
)

test('processes that share a database sign with one VAPID key and announce each answer once', async () => {
  const storage = await createTestStorage('postgres', { migrated: true })
  const options = { env: { ...env, TOKEN_SECRET: randomBytes(32).toString('hex') } }
  const one = await startTestServer(storage, options)
  const two = await startTestServer(storage, options)
  const [key, other] = [await one.call(getConfig, {}), await two.call(getConfig, {})]
  expect(other.vapid_public_key).toBe(key.vapid_public_key)
  const device = push.device()
  const { user, chatId, ask } = await createNotifiedUser(one, device)
  const there = chatCalls(two, user.access, chatId)
  const asked: string[] = []
  for (let round = 0; round < 6; round++) {
    const { assistant_message: answer } = await (round % 2 ? there : { ask }).ask(`Round ${round}`)
    asked.push(answer.id)
    await push.of(device, asked.length)
  }
  const messages = await push.of(device, asked.length)
  expect(messages.map(({ payload }) => (payload as { message: string }).message)).toEqual(asked)
  expect(new Set(messages.map(({ publicKey }) => publicKey))).toEqual(new Set([key.vapid_public_key]))
  await Promise.all([one.close(), two.close()])
  await storage.remove()
})
