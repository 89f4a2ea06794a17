import { randomBytes } from 'node:crypto'
import { afterAll, expect, it } from 'vitest'
import { login } from '#contract/endpoints/accounts.ts'
import { markAnswerSeen } from '#contract/endpoints/companion.ts'
import { allEvents } from '#support/answer-stream.ts'
import { createTestPlace } from '#support/database.ts'
import { startModelServer } from '#support/model-server.ts'
import { notifiedPerson } from '#support/notified-person.ts'
import { type PushDevice, startPushService } from '#support/push-service.ts'
import { describeServerOnEachEngine, startTestServer, type TestServer } from '#support/server.ts'

const model = await startModelServer()
const push = await startPushService()
afterAll(async () => {
  expect(push.problems).toEqual([])
  await Promise.all([model.close(), push.close()])
})
const env = { ASSISTANT_BASE_URL: model.url, ASSISTANT_MODEL: 'small-model', MAIL_FROM: 'Us <us@example.org>' }
/** Long enough for a report on a busy machine: each test waits for it once per answer. */
const announcer = { seenWithinMs: 1_500 }

/** The ids of the answers of which a device was told, once there are `count`. */
const announced = async (device: PushDevice, count: number) =>
  (await push.of(device, count)).map(({ payload }) => (payload as { message: string }).message)

/** Somebody with a phone and a laptop, each signed in by itself and subscribed to notifications. */
async function twoDevices(server: TestServer, ...others: TestServer[]) {
  const [phone, laptop] = [push.device(), push.device()]
  const one = await notifiedPerson(server, phone)
  const { email, password } = one.person
  const { access } = await server.call(login, { body: { email, password } })
  await one.notify(laptop, access)
  /** Asks, and reads an answer that takes long enough to be announced to its end. */
  const answerTo = async (question: string) => {
    const script = model.next({ tokens: ['Read ', 'to its end'], holdAt: 1 })
    const message = (await one.ask(question)).assistant_message.id
    await script.sent(1)
    for (const { advance } of [server, ...others]) advance(5_000)
    await script.release()
    expect((await allEvents(await one.resume(message))).at(-1)?.event).toBe('done')
    return message
  }
  return { phone, laptop, token: one.token, answerTo, notify: (device: PushDevice) => one.notify(device) }
}

describeServerOnEachEngine(
  'a push message about a finished answer',
  (server) => {
    it('is not sent to the device that reports the answer as seen, and is sent to the others', async () => {
      const { phone, laptop, token, answerTo } = await twoDevices(server())
      const seen = await answerTo('Watched on the phone')
      await server().call(markAnswerSeen, { token, body: { message: seen } })
      expect(await announced(laptop, 1)).toEqual([seen])
      const unseen = await answerTo('Watched nowhere')
      expect(await announced(laptop, 2)).toEqual([seen, unseen])
      expect(await announced(phone, 1)).toEqual([unseen])
    })

    it('is not sent to a device that subscribes only after the answer was ready', async () => {
      const { phone, laptop, answerTo, notify } = await twoDevices(server())
      const first = await answerTo('Before the tablet')
      const tablet = push.device()
      server().advance(1)
      await notify(tablet)
      expect(await announced(phone, 1)).toEqual([first])
      const second = await answerTo('With the tablet')
      expect(await announced(laptop, 2)).toEqual([first, second])
      expect(await announced(tablet, 1)).toEqual([second])
    })

    it('is still sent when somebody else reports that answer as seen', async () => {
      const { phone, answerTo } = await twoDevices(server())
      const stranger = await server().subscriber()
      const message = await answerTo('Mine')
      await server().call(markAnswerSeen, { token: stranger.access, body: { message } })
      expect(await announced(phone, 1)).toEqual([message])
    })
  },
  { env, announcer },
)

it('a report to one process holds back the push message of another process', async () => {
  const place = await createTestPlace('postgres', { migrated: true })
  const options = { env: { ...env, TOKEN_SECRET: randomBytes(32).toString('hex') }, announcer }
  const servers = [await startTestServer(place, options), await startTestServer(place, options)] as const
  const { phone, laptop, token, answerTo } = await twoDevices(...servers)
  const asked: string[] = []
  for (const server of servers) {
    const message = await answerTo('Which process tells?')
    asked.push(message)
    await server.call(markAnswerSeen, { token, body: { message } })
    expect(await announced(laptop, asked.length)).toEqual(asked)
  }
  const last = await answerTo('Not seen')
  expect(await announced(phone, 1)).toEqual([last])
  await Promise.all(servers.map((server) => server.close()))
  await place.remove()
})

it('a push message that waits for reports is sent when its server is stopped', async () => {
  const place = await createTestPlace('sqlite')
  const server = await startTestServer(place, { env, announcer: { seenWithinMs: 60_000 } })
  const { phone, answerTo } = await twoDevices(server)
  const message = await answerTo('Before the restart')
  await server.close()
  expect(await announced(phone, 1)).toEqual([message])
  await place.remove()
})
