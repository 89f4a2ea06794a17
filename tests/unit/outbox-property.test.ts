import fc from 'fast-check'
import { v7 as uuid } from 'uuid'
import { expect, it } from 'vitest'
import { enqueueMessage } from '#offline/outbox.ts'
import { queryOutbox } from '#offline/queries.ts'
import { LEASE_MS } from '#offline/settle-entry.ts'
import { queryChatContents } from '#support/chat-contents.ts'
import { fates, startModelBrowser } from '#support/model-browser.ts'

/** As many as fit in about ten seconds; a number of runs if one is given. */
const runs = process.env.OUTBOX_RUNS ? Number(process.env.OUTBOX_RUNS) : undefined
const limits = runs === undefined ? { numRuns: 100_000, interruptAfterTimeLimit: 10_000 } : { numRuns: runs }

const onTheWay = fc.array(fc.constantFrom(...fates), { maxLength: 6 })
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ act: fc.constant('say' as const), chat: fc.nat(2) }) },
  { weight: 3, arbitrary: fc.record({ act: fc.constant('flush' as const), fates: onTheWay }) },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('flush twice' as const), fates: onTheWay }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('crash' as const) }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('expire' as const) }) },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('switch' as const) }) },
)

it('loses nothing, repeats nothing, keeps the order and tells nobody else, whatever happens on the way', {
  timeout: 3_600_000,
}, async () => {
  const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31)
  console.info(`outbox property, SEED=${seed}`)
  const browser = await startModelBrowser()
  let done = 0
  const property = fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 14 }), async (steps) => {
    await browser.begin()
    const chats = [uuid(), uuid(), uuid()]
    const said = browser.people.map(() => chats.map((): string[] => []))
    for (const [index, each] of steps.entries()) {
      const { now } = browser
      if (each.act === 'say') {
        const content = `message ${index}`
        said[now]?.[each.chat]?.push(content)
        const chat = chats[each.chat] ?? ''
        await enqueueMessage(browser.db, { account: browser.people[now]?.account ?? 0, chat, content, newChat: {} })
      } else if (each.act === 'crash') await browser.crash()
      else if (each.act === 'expire') browser.expire()
      else if (each.act === 'switch') await browser.switchPerson()
      else await browser.flush(each.fates, each.act === 'flush twice' ? 2 : 1)
      browser.clock.now += LEASE_MS
    }
    if (browser.now !== 0) await browser.switchPerson()
    for (const [who, { account, model }] of browser.people.entries()) {
      if (browser.now !== who) await browser.switchPerson()
      for (let tries = 0; (await queryOutbox(browser.db, account)).length > 0; tries += 1) {
        expect(tries).toBeLessThan(20)
        await browser.flush([], 1)
        browser.clock.now += 3_600_000
      }
      for (const [index, chat] of chats.entries()) {
        const words = said[who]?.[index]
        expect(model.asked(chat)).toEqual(words)
        const { messages } = await queryChatContents(browser.db, account, chat)
        expect(messages.flatMap(({ role, content }) => (role === 'user' ? content : []))).toEqual(words)
      }
    }
    expect(browser.refusals()).toEqual([])
    done += 1
  })
  await fc.assert(property, { seed, ...limits })
  console.info(`outbox property, ${done} runs`)
})
