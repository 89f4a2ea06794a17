import fc from 'fast-check'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createApi } from '#api/client.ts'
import { getMessages, listChats, reassess } from '#contract/endpoints/chats.ts'
import { listFolders, listTags } from '#contract/endpoints/companion.ts'
import { buildRows } from '#features/chat/thread/rows/build-rows.ts'
import { queryFolders, queryTags, readEntries } from '#offline/database/queries.ts'
import { flush } from '#offline/flush/flush.ts'
import { syncAll } from '#offline/sync/sync-all.ts'
import { syncMessages } from '#offline/sync/sync-messages.ts'
import { testEngines } from '#support/database/engines.ts'
import { createTestStorage, type TestStorage } from '#support/database/test-database.ts'
import { queryChatContents } from '#support/device/chat-contents.ts'
import { startDevice } from '#support/device/device.ts'
import { memoryTokens } from '#support/device/memory-tokens.ts'
import { deviceActs, performAct, shownQuestions } from '#support/device/perform-act.ts'
import { queryChats } from '#support/device/query-chats.ts'
import { startTestServer, type TestServer } from '#support/servers/test-server.ts'

let storage: TestStorage
let server: TestServer

/** A user with two devices that reach the real server only when a test allows it. */
async function startTwoDevices() {
  const { user, access, refresh } = await server.registerSubscriber()
  const userId = user.id
  let ahead = 0
  const start = async () => {
    const { db } = await startDevice()
    const line = { lose: 0 }
    const api = createApi({
      baseUrl: server.address,
      tokens: memoryTokens({ userId, access, refresh }),
      language: () => 'en',
      locks: undefined,
      fetch: async (...request) => {
        const response = await fetch(...request)
        if (response.url.includes('?') || line.lose-- <= 0) return response
        await response.body?.cancel()
        throw new TypeError('fetch failed')
      },
    })
    const user = { db, api, userId }
    const send = () => flush({ ...user, now: () => Date.now() + ahead })
    /** Sends everything that waits, as if hours had passed, then syncs. */
    const meet = async () => {
      ahead += 3_000_000
      await send()
      await syncAll(user)
    }
    const again = (message: string) =>
      server.reply(reassess, {
        token: access,
        body: { id: uuid(), message },
        headers: { Prefer: 'respond-async' },
      })
    return { ...user, line, send, meet, again }
  }
  return { userId, devices: [await start(), await start()] as const }
}
const byId = (a: { id: string }, b: { id: string }) => a.id.localeCompare(b.id)
type Device = Awaited<ReturnType<typeof startTwoDevices>>['devices'][number]

/** The state that a device shows, without what is specific to the device. */
async function shown({ db, userId }: Device) {
  const label = ({ id, name, color }: { id: string; name: string; color: string | null }) => ({ id, name, color })
  const chats = (await queryChats(db, userId)).filter(({ local }) => !local)
  return {
    chats: chats
      .map(({ id, title, folder, tags, is_saved, is_pinned, is_archived, ...choice }) => ({
        ...{ id, title, folder, tags: [...tags].sort(), is_saved, is_pinned, is_archived },
        ...{ path: choice.path ?? null, versions: choice.versions ?? [], model: choice.model ?? null },
      }))
      .sort((a, b) => a.id.localeCompare(b.id)),
    deleted: (await db.deletedChats.filter(({ local }) => !local).toArray())
      .map(({ id, title }) => ({ id, title }))
      .sort(byId),
    folders: (await queryFolders(db, userId)).map(label).sort((a, b) => a.id.localeCompare(b.id)),
    tags: (await queryTags(db, userId)).map(label).sort((a, b) => a.id.localeCompare(b.id)),
  }
}

async function truth(device: Device): Promise<Awaited<ReturnType<typeof shown>>> {
  const { api } = device
  const [chats, deleted, folders, tags] = [
    await api.call(listChats, { query: { limit: 100 } }),
    await api.call(listChats, { query: { limit: 100, deleted: 'only' } }),
    await api.call(listFolders, {}),
    await api.call(listTags, {}),
  ]
  const label = ({ id, name, color }: { id: string; name: string; color: string | null }) => ({ id, name, color })
  return {
    chats: chats.results
      .map(({ id, title, folder, tags, is_saved, is_pinned, is_archived, ...choice }) => ({
        ...{ id, title, folder, tags: [...tags].sort(), is_saved, is_pinned, is_archived },
        ...{ path: choice.path ?? null, versions: choice.versions ?? [], model: choice.model ?? null },
      }))
      .sort((a, b) => a.id.localeCompare(b.id)),
    deleted: deleted.results.map(({ id, title }) => ({ id, title })).sort(byId),
    folders: folders.results.map(label).sort((a, b) => a.id.localeCompare(b.id)),
    tags: tags.results.map(label).sort((a, b) => a.id.localeCompare(b.id)),
  }
}

async function asked(device: Device): Promise<string[]> {
  const { results } = await device.api.call(listChats, { query: { limit: 100 } })
  const pages = await Promise.all(
    results.map(({ id }) => device.api.call(getMessages, { params: { id }, query: { limit: 200 } })),
  )
  return pages.flatMap(({ messages }) => messages.flatMap(({ role, content }) => (role === 'user' ? content : [])))
}

const step = fc.record({ device: fc.nat(1), act: fc.constantFrom(...deviceActs), one: fc.nat(9), two: fc.nat(9) })

describe.each(testEngines)('two devices of one user that are often offline (%s)', (engine) => {
  beforeAll(async () => {
    storage = await createTestStorage(engine, { migrated: true })
    server = await startTestServer(storage)
  })
  afterAll(async () => {
    await server.close()
    await storage.remove()
  })

  it('converge to the same state, and no message is lost or sent twice', { timeout: 600_000 }, async () => {
    const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31)
    console.info(`two devices, SEED=${seed}`)
    const property = fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 30 }), async (steps) => {
      const { devices } = await startTwoDevices()
      const typed = new Map<string, string>()
      const deleted = new Set<string>()
      for (const [index, { device, act, one, two }] of steps.entries()) {
        await performAct(devices[device === 0 ? 0 : 1], { act, one, two, name: `${act} ${index}` }, typed, deleted)
      }
      for (const device of devices) device.line.lose = 0
      for (let round = 0; round < 3; round += 1) for (const device of devices) await device.meet()

      const expected = await truth(devices[0])
      for (const device of devices) {
        expect(await shown(device)).toEqual(expected)
        expect((await readEntries(device.db, device.userId)).filter(({ state }) => state !== 'failed')).toEqual([])
      }
      const arrived = (await asked(devices[0])).filter((content) => content !== '')
      expect(new Set(arrived).size).toBe(arrived.length)
      const kept = (await Promise.all(devices.map(unsent))).flat()
      for (const [content, chatId] of typed) {
        // Deleting a chat deletes its messages; unsent messages of another device stay there.
        if (!deleted.has(chatId)) expect([...arrived, ...kept.map((entry) => entry.content)]).toContain(content)
      }
      // No branch is closed: an edit is accepted wherever another device has paged to.
      expect(kept.filter(({ content }) => !deleted.has(typed.get(content) ?? ''))).toEqual([])
      for (const { id } of expected.chats) {
        const there = await activeThere(devices[0], id)
        for (const device of devices) {
          await syncMessages({ ...device, chatId: id })
          expect((await shownQuestions(device, id)).map(({ content }) => content)).toEqual(there)
          expect(await currentAnswers(device, id)).toEqual(await currentAnswers(devices[0], id))
        }
      }
    })
    await fc.assert(property, { seed, numRuns: Number(process.env.CONVERGENCE_RUNS ?? 4) })
  })
})

const unsent = async ({ db, userId }: Device) =>
  (await readEntries(db, userId)).flatMap(({ kind, body, error }) =>
    kind === 'message.send' ? { content: body.content, code: error?.code } : [],
  )

/** The current versions of the answers that a device shows. */
async function currentAnswers({ db, userId }: Device, chatId: string): Promise<string[]> {
  const { messages, hidden } = await queryChatContents(db, userId, chatId)
  const chat = await db.chats.get([userId, chatId])
  const choice = { path: chat?.path ?? null, versions: chat?.versions ?? [] }
  const shown = messages.filter(({ id }) => !hidden.has(id))
  return buildRows(shown, [], [], choice).flatMap((row) => (row.kind === 'answer' ? row.message.id : []))
}

/** The questions on the current path of the server. */
async function activeThere({ api }: Device, chatId: string): Promise<string[]> {
  const { messages } = await api.call(getMessages, { params: { id: chatId }, query: { limit: 200 } })
  return messages.flatMap(({ role, status, superseded_by, content }) =>
    role === 'user' && status !== 'deleted' && superseded_by === null ? content : [],
  )
}
