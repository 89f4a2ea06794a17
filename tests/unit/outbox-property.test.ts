import fc from 'fast-check'
import { v7 as uuid } from 'uuid'
import { expect, it } from 'vitest'
import { enqueueMessage } from '#offline/outbox.ts'
import { queryChatContents, queryOutbox } from '#offline/queries.ts'
import { LEASE_MS } from '#offline/settle-entry.ts'
import { ME, startDevice } from '#support/offline.ts'
import { coded, type Reply } from '#support/small-server.ts'

/** What can become of a request on the way there and back. */
const fates = ['fine', 'fine', 'cut before', 'cut after', '500', '429', 'portal'] as const
const step = fc.oneof(
  fc.record({ act: fc.constant('say' as const), chat: fc.nat(2) }),
  fc.record({ act: fc.constant('flush' as const), fates: fc.array(fc.constantFrom(...fates), { maxLength: 6 }) }),
  fc.record({ act: fc.constant('flush twice' as const), fates: fc.array(fc.constantFrom(...fates), { maxLength: 6 }) }),
  fc.record({ act: fc.constant('crash' as const) }),
)

it('loses nothing, repeats nothing and keeps the order, whatever happens on the way', {
  timeout: 120_000,
}, async () => {
  const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31)
  console.info(`outbox property, SEED=${seed}`)
  const property = fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 14 }), async (steps) => {
    const device = await startDevice()
    const chats = [uuid(), uuid(), uuid()]
    const said = chats.map((): string[] => [])
    for (const [index, each] of steps.entries()) {
      if (each.act === 'say') {
        const content = `message ${index}`
        said[each.chat]?.push(content)
        await enqueueMessage(device.db, { account: ME, chat: chats[each.chat] ?? '', content, newChat: {} })
      } else if (each.act === 'crash') {
        const lease = { owner: 'dead', until: device.clock.now + LEASE_MS }
        await device.db.outbox.toCollection().modify({ state: 'sending', lease })
      } else {
        const left = [...each.fates]
        device.server.intercept = (request) => fate(left.shift() ?? 'fine', () => device.server.commit(request))
        await Promise.all([device.flush(), ...(each.act === 'flush twice' ? [device.flush()] : [])])
        device.server.intercept = undefined
      }
      device.clock.now += LEASE_MS
    }
    while ((await queryOutbox(device.db, ME)).length > 0) {
      await device.flush()
      device.clock.now += 3_600_000
    }
    for (const [index, chat] of chats.entries()) {
      expect(device.server.asked(chat)).toEqual(said[index])
      const { messages } = await queryChatContents(device.db, ME, chat)
      expect(messages.filter(({ role }) => role === 'user').map(({ content }) => content)).toEqual(said[index])
    }
  })
  await fc.assert(property, { seed, numRuns: 25 })
})

function fate(name: (typeof fates)[number], commit: () => Reply | undefined): Reply | undefined {
  if (name === 'cut before') return 'cut'
  if (name === '500') return coded(500, 'internal_error')
  if (name === '429') return coded(429, 'rate_limited', { 'retry-after': '5' })
  if (name === 'portal') return { status: 403, text: '<h1>Room number?</h1>' }
  const reply = commit()
  return name === 'cut after' ? 'cut' : reply
}
