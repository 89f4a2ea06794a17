import { randomBytes } from 'node:crypto'
import { afterAll, beforeEach, expect, it, test, vi } from 'vitest'
import { login } from '#contract/endpoints/accounts.ts'
import { markAnswerSeen } from '#contract/endpoints/companion.ts'
import { seenTopic } from '#server/modules/push/seen-topic.ts'
import { allEvents } from '#support/api/answer-stream.ts'
import { createTestStorage } from '#support/database/test-database.ts'
import { startModelServer } from '#support/fakes/model-server.ts'
import { type PushDevice, startPushService } from '#support/fakes/push-service.ts'
import { describeServerOnEachEngine, startTestServer, type TestServer } from '#support/servers/test-server.ts'
import { createNotifiedUser } from '#support/users/notified-user.ts'

const model = await startModelServer()
const push = await startPushService()
afterAll(async () => {
  expect(push.problems).toEqual([])
  await Promise.all([model.close(), push.close()])
})
const env = { ASSISTANT_BASE_URL: model.url, ASSISTANT_MODEL: 'small-model', MAIL_FROM: 'Us <us@example.org>' }
/** The action at the end of the time for reports; a test runs it. */
const waiting = new Set<() => void>()
const announcer = {
  seenWithinMs: 3_000,
  schedule: (run: () => void) => {
    waiting.add(run)
    return () => void waiting.delete(run)
  },
}
beforeEach(() => waiting.clear())

function endWait() {
  for (const run of [...waiting]) run()
}

/** The ids of the answers that were announced to a device, once there are `count`. */
const announced = async (device: PushDevice, count: number) =>
  (await push.of(device, count)).map(({ payload }) => (payload as { message: string }).message)

/** Reports that an answer was seen, and waits until every process has received it. */
async function reportSeen(servers: readonly TestServer[], token: string, userId: number, message: string) {
  const heard = servers.map(
    ({ dependencies: { bus } }) =>
      new Promise<void>((resolve) => {
        const stop = bus.subscribe(seenTopic(userId, message), () => {
          stop()
          resolve()
        })
      }),
  )
  await servers[0]?.call(markAnswerSeen, { token, body: { message } })
  await Promise.all(heard)
}

/** A user with a phone and a laptop, each with its own session and push subscription. */
async function twoDevices(server: TestServer, ...others: TestServer[]) {
  const [phone, laptop] = [push.device(), push.device()]
  const one = await createNotifiedUser(server, phone)
  const { email, password } = one.user
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
    await vi.waitFor(() => expect(waiting.size).toBe(1))
    return message
  }
  const userId = one.user.id
  return { phone, laptop, token: one.token, userId, answerTo, notify: (device: PushDevice) => one.notify(device) }
}

describeServerOnEachEngine(
  'a push message about a finished answer',
  (server) => {
    it('is not sent to the device that reports the answer as seen, and is sent to the others', async () => {
      const { phone, laptop, token, userId, answerTo } = await twoDevices(server())
      const seen = await answerTo('Watched on the phone')
      await reportSeen([server()], token, userId, seen)
      endWait()
      expect(await announced(laptop, 1)).toEqual([seen])
      const unseen = await answerTo('Watched nowhere')
      endWait()
      expect(await announced(laptop, 2)).toEqual([seen, unseen])
      expect(await announced(phone, 1)).toEqual([unseen])
    })

    it('is not sent to a device that subscribes after the answer was finished', async () => {
      const { phone, laptop, answerTo, notify } = await twoDevices(server())
      const first = await answerTo('Before the tablet')
      const tablet = push.device()
      server().advance(1)
      await notify(tablet)
      endWait()
      expect(await announced(phone, 1)).toEqual([first])
      const second = await answerTo('With the tablet')
      endWait()
      expect(await announced(laptop, 2)).toEqual([first, second])
      expect(await announced(tablet, 1)).toEqual([second])
    })

    it('is still sent when another user reports that answer as seen', async () => {
      const { phone, answerTo } = await twoDevices(server())
      const stranger = await server().registerSubscriber()
      const message = await answerTo('Mine')
      await server().call(markAnswerSeen, { token: stranger.access, body: { message } })
      endWait()
      expect(await announced(phone, 1)).toEqual([message])
    })
  },
  { env, announcer },
)

test('a seen report to one process holds back the push message of another process', async () => {
  const storage = await createTestStorage('postgres', { migrated: true })
  const options = { env: { ...env, TOKEN_SECRET: randomBytes(32).toString('hex') }, announcer }
  const servers = [await startTestServer(storage, options), await startTestServer(storage, options)] as const
  const { phone, laptop, token, userId, answerTo } = await twoDevices(...servers)
  const asked: string[] = []
  for (const server of servers) {
    const message = await answerTo('Which process tells?')
    asked.push(message)
    await reportSeen([server, ...servers.filter((other) => other !== server)], token, userId, message)
    endWait()
    expect(await announced(laptop, asked.length)).toEqual(asked)
  }
  const last = await answerTo('Not seen')
  endWait()
  expect(await announced(phone, 1)).toEqual([last])
  await Promise.all(servers.map((server) => server.close()))
  await storage.remove()
})

test('a push message that waits for seen reports is sent when its server stops', async () => {
  const storage = await createTestStorage('sqlite')
  const server = await startTestServer(storage, { env, announcer })
  const { phone, answerTo } = await twoDevices(server)
  const message = await answerTo('Before the restart')
  await server.close()
  expect(await announced(phone, 1)).toEqual([message])
  await storage.remove()
})
