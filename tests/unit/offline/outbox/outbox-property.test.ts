import fc from 'fast-check'
import { v7 as uuid } from 'uuid'
import { expect, test } from 'vitest'
import { readEntries } from '#offline/database/queries.ts'
import type { AttachedFile } from '#offline/database/rows.ts'
import { readDraft } from '#offline/drafts/drafts.ts'
import { LEASE_MS } from '#offline/flush/settle-entry.ts'
import { enqueueMessage } from '#offline/outbox/enqueue.ts'
import { enqueueMessageDelete } from '#offline/outbox/enqueue-message-changes.ts'
import { discard } from '#offline/outbox/outbox-actions.ts'
import { attachFile } from '#support/device/attach-file.ts'
import { queryChatContents } from '#support/device/chat-contents.ts'
import { requestFaults, startInMemoryBrowser } from '#support/device/in-memory-browser.ts'

/** The number of runs does not depend on the machine. Every run of the test draws a new seed. */
const numRuns = Number(process.env.OUTBOX_RUNS ?? 75)

const onTheWay = fc.array(fc.constantFrom(...requestFaults), { maxLength: 6 })
/** One request is lost after some that are not. */
const lostAtLast = fc
  .tuple(fc.nat(3), fc.constantFrom('cut before', 'cut after', 'cut after', 'crash after'))
  .map(([fine, lost]) => [...Array.from({ length: fine }, () => 'fine' as const), lost] as const)
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ act: fc.constant('say' as const), chat: fc.nat(2), files: fc.nat(2) }) },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('edit' as const), chat: fc.nat(2), at: fc.nat(5) }) },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('delete' as const), chat: fc.nat(2), at: fc.nat(5) }) },
  { weight: 3, arbitrary: fc.record({ act: fc.constant('take back' as const), chat: fc.nat(2), fates: lostAtLast }) },
  { weight: 3, arbitrary: fc.record({ act: fc.constant('flush' as const), fates: onTheWay }) },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('flush twice' as const), fates: onTheWay }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('crash' as const) }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('expire' as const) }) },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('switch' as const) }) },
)

/** In bytes: two of the smallest chunks, which are used after failures. */
const FILE_SIZE = 30_000

/** A question as the user knows it: `end` is the part of the chat that an edit replaced. */
interface Said {
  id: string
  content: string
  end: Said[]
  files: { file: AttachedFile; bytes: Buffer }[]
}
/** A chat as one user has left it: its content, and every text that was ever typed and not deleted. */
interface Typed {
  path: Said[]
  words: Set<string>
}

test('the outbox loses nothing, repeats nothing, keeps the order and sends nothing as another user, whatever fails', {
  timeout: 3_600_000,
}, async () => {
  const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31)
  console.info(`outbox property, SEED=${seed}`)
  const browser = await startInMemoryBrowser()
  let done = 0
  type Deed = {
    userId: number
    chat: string
    content: string
    there: Typed
    each: { act: string; at?: number; files?: number; fates?: Parameters<typeof browser.flush>[0] }
  }
  /** Takes the last question back after an attempt, and sends it again as it came back to the draft. */
  async function takeBack({ userId, chat: chatId, there, each: { fates = [] } }: Deed): Promise<void> {
    await browser.flush(fates, 1)
    browser.clock.now += LEASE_MS
    const last = there.path.at(-1)
    // What an edit has replaced is on the current path of a real server only.
    if (!last || last.end.length > 0 || !(await discard(browser.db, last.id, browser.clock.now))) return
    const content = await readDraft(browser.db, userId, chatId)
    const files = last.files.map(({ file }) => file)
    const id = await enqueueMessage(browser.db, { userId, chatId, content, newChat: {}, files })
    there.path.splice(-1, 1, { ...last, id })
  }

  async function act(deed: Deed): Promise<void> {
    const { userId, chat: chatId, content, there, each } = deed
    if (each.act === 'take back') return takeBack(deed)
    const at = there.path.length === 0 ? -1 : (each.at ?? 0) % there.path.length
    const named = each.act === 'say' ? undefined : there.path[at]
    if (each.act === 'delete') {
      if (!named) return
      const left = await enqueueMessageDelete(browser.db, { userId, chatId, messageId: named.id })
      // An edit that was never sent has replaced nothing.
      there.path.splice(at, 1, ...(left === null ? named.end : []))
      there.words.delete(named.content)
      return
    }
    const files = named?.files ?? []
    for (let left = each.files ?? 0; left > 0; left -= 1) {
      files.push(await attachFile(browser.db, userId, chatId, { name: `${content}, file ${left}`, size: FILE_SIZE }))
    }
    const message = { userId, chatId, content, newChat: {}, replaces: named?.id, files: files.map(({ file }) => file) }
    const id = await enqueueMessage(browser.db, message)
    const end = named ? there.path.splice(at) : []
    there.path.push({ id, content, end, files })
    there.words.add(content)
  }

  const property = fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 14 }), async (steps) => {
    await browser.begin()
    const chatIds = [uuid(), uuid(), uuid()]
    const typed = browser.users.map(() => chatIds.map((): Typed => ({ path: [], words: new Set() })))
    for (const [index, each] of steps.entries()) {
      const { now } = browser
      if ('chat' in each) {
        const userId = browser.users[now]?.userId ?? 0
        const there = typed[now]?.[each.chat]
        if (there) await act({ userId, chat: chatIds[each.chat] ?? '', content: `message ${index}`, each, there })
      } else if (each.act === 'crash') await browser.crash()
      else if (each.act === 'expire') browser.expire()
      else if (each.act === 'switch') await browser.switchUser()
      else await browser.flush(each.fates, each.act === 'flush twice' ? 2 : 1)
      browser.clock.now += LEASE_MS
    }
    if (browser.now !== 0) await browser.switchUser()
    for (const [who, { userId, model }] of browser.users.entries()) {
      if (browser.now !== who) await browser.switchUser()
      for (let tries = 0; (await readEntries(browser.db, userId)).length > 0; tries += 1) {
        expect(tries).toBeLessThan(20)
        await browser.flush([], 1)
        browser.clock.now += 3_600_000
      }
      for (const [index, chatId] of chatIds.entries()) {
        const { path, words } = typed[who]?.[index] ?? { path: [], words: new Set() }
        expect(model.questions(chatId).sort()).toEqual([...words].sort())
        for (const { id, files } of path) {
          const sent = model.messages.get(id)?.files ?? []
          expect(sent.map(({ name }) => name)).toEqual(files.map(({ file }) => file.name))
          const complete = model.files.complete()
          for (const { file, bytes } of files) expect(complete.get(file.id)?.equals(bytes), file.name).toBe(true)
        }
        const { messages, hidden } = await queryChatContents(browser.db, userId, chatId)
        const shown = messages.filter(({ id, role }) => role === 'user' && !hidden.has(id))
        expect(shown.map(({ content }) => content)).toEqual(path.map(({ content }) => content))
        const active = [...model.messages.values()].filter(
          (each) => each.chat === chatId && each.role === 'user' && each.status !== 'deleted' && !each.superseded_by,
        )
        expect(active.map(({ content }) => content)).toEqual(path.map(({ content }) => content))
      }
    }
    expect(browser.refusals()).toEqual([])
    done += 1
  })
  await fc.assert(property, { seed, numRuns })
  console.info(`outbox property, ${done} runs`)
})
