import fc from 'fast-check'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createApi } from '#api/client.ts'
import { isNetworkError } from '#api/errors.ts'
import { getMessages, listChats } from '#contract/endpoints/chats.ts'
import { listFolders, listTags } from '#contract/endpoints/companion.ts'
import { findHidden } from '#offline/chats/hidden-messages.ts'
import { queryChats, queryFolders, queryOutbox, queryTags, readEntries } from '#offline/database/queries.ts'
import { flush } from '#offline/flush/flush.ts'
import { enqueueChatChange, enqueueChatDelete, enqueueMessage } from '#offline/outbox/enqueue.ts'
import * as labels from '#offline/outbox/enqueue-label-changes.ts'
import { enqueueMessageDelete } from '#offline/outbox/enqueue-message-changes.ts'
import { syncCopy } from '#offline/sync/sync-all.ts'
import { syncMessages } from '#offline/sync/sync-messages.ts'
import { testEngines } from '#support/database/engines.ts'
import { createTestStorage, type TestStorage } from '#support/database/test-database.ts'
import { queryChatContents } from '#support/device/chat-contents.ts'
import { startDevice } from '#support/device/device.ts'
import { memoryTokens } from '#support/device/memory-tokens.ts'
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
      await syncCopy(user)
    }
    return { ...user, line, send, meet }
  }
  return { userId, devices: [await start(), await start()] as const }
}
type Device = Awaited<ReturnType<typeof startTwoDevices>>['devices'][number]

const owned = ({ userId }: Device, chatId: string) => ({ userId, chatId })

/** The state that a device shows, without what is specific to the device. */
async function shown({ db, userId }: Device) {
  const label = ({ id, name, color }: { id: string; name: string; color: string | null }) => ({ id, name, color })
  const chats = (await queryChats(db, userId)).filter(({ local }) => !local)
  return {
    chats: chats
      .map(({ id, title, folder, tags, is_saved }) => ({ id, title, folder, tags: [...tags].sort(), is_saved }))
      .sort((a, b) => a.id.localeCompare(b.id)),
    folders: (await queryFolders(db, userId)).map(label).sort((a, b) => a.id.localeCompare(b.id)),
    tags: (await queryTags(db, userId)).map(label).sort((a, b) => a.id.localeCompare(b.id)),
  }
}

async function truth(device: Device): Promise<Awaited<ReturnType<typeof shown>>> {
  const { api } = device
  const [chats, folders, tags] = [
    await api.call(listChats, { query: { limit: 100 } }),
    await api.call(listFolders, {}),
    await api.call(listTags, {}),
  ]
  const label = ({ id, name, color }: { id: string; name: string; color: string | null }) => ({ id, name, color })
  return {
    chats: chats.results
      .map(({ id, title, folder, tags, is_saved }) => ({ id, title, folder, tags: [...tags].sort(), is_saved }))
      .sort((a, b) => a.id.localeCompare(b.id)),
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

const acts = [
  'say',
  'say',
  'say',
  'edit',
  'edit',
  'erase',
  'rename',
  'move',
  'move',
  'tag',
  'tag',
  'save',
  'delete chat',
  'make folder',
  'make tag',
  'rename folder',
  'rename tag',
  'delete folder',
  'delete tag',
  'send',
  'meet',
  'lose',
] as const
const step = fc.record({ device: fc.nat(1), act: fc.constantFrom(...acts), one: fc.nat(9), two: fc.nat(9) })

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
        await perform(devices[device === 0 ? 0 : 1], { act, one, two, name: `${act} ${index}` }, typed, deleted)
      }
      for (const device of devices) device.line.lose = 0
      for (let round = 0; round < 3; round += 1) for (const device of devices) await device.meet()

      const expected = await truth(devices[0])
      for (const device of devices) {
        expect(await shown(device)).toEqual(expected)
        expect((await queryOutbox(device.db, device.userId)).filter(({ state }) => state !== 'failed')).toEqual([])
      }
      const arrived = (await asked(devices[0])).filter((content) => content !== '')
      expect(new Set(arrived).size).toBe(arrived.length)
      const kept = (await Promise.all(devices.map(unsent))).flat()
      for (const [content, chatId] of typed) {
        // Deleting a chat deletes its messages; unsent messages of another device stay there.
        if (!deleted.has(chatId)) expect([...arrived, ...kept.map((entry) => entry.content)]).toContain(content)
      }
      // An edit in a branch that another device has replaced is rejected, and its text is kept.
      const inReach = kept.filter(({ code }) => code !== 'conflict')
      expect(inReach.filter(({ content }) => !deleted.has(typed.get(content) ?? ''))).toEqual([])
      for (const { id } of expected.chats) {
        const there = await activeThere(devices[0], id)
        for (const device of devices) {
          await syncMessages({ ...device, chatId: id })
          expect((await questions(device, id)).map(({ content }) => content)).toEqual(there)
        }
      }
    })
    await fc.assert(property, { seed, numRuns: Number(process.env.CONVERGENCE_RUNS ?? 4) })
  })
})

const unsent = async ({ db, userId }: Device) =>
  (await queryOutbox(db, userId)).flatMap(({ kind, body, error }) =>
    kind === 'message.send' ? { content: body.content, code: error?.code } : [],
  )

/** The questions of a chat that a device shows, and those on the active path of the server. */
async function questions({ db, userId }: Device, chatId: string): Promise<{ id: string; content: string }[]> {
  const { messages, unsent } = await queryChatContents(db, userId, chatId)
  const hidden = findHidden(messages, await readEntries(db, userId, chatId))
  const sent = messages.filter(({ role }) => role === 'user')
  const waiting = unsent.flatMap(({ id, body, state }) => (state === 'failed' ? [] : { id, content: body.content }))
  return [...sent, ...waiting].filter(({ id }) => !hidden.has(id))
}
async function activeThere({ api }: Device, chatId: string): Promise<string[]> {
  const { messages } = await api.call(getMessages, { params: { id: chatId }, query: { limit: 200 } })
  return messages.flatMap(({ role, status, superseded_by, content }) =>
    role === 'user' && status !== 'deleted' && superseded_by === null ? content : [],
  )
}

interface Act {
  act: (typeof acts)[number]
  one: number
  two: number
  name: string
}

async function perform(
  device: Device,
  { act, one, two, name }: Act,
  typed: Map<string, string>,
  deleted: Set<string>,
): Promise<void> {
  const { db, userId } = device
  const pick = <T>(from: T[], n: number): T | undefined => from[n % Math.max(1, from.length)]
  const chatId = pick(await queryChats(db, userId), one)?.id
  const folders = await queryFolders(db, userId)
  const tags = await queryTags(db, userId)
  const change = async (patch: Parameters<typeof enqueueChatChange>[1]['patch']) => {
    if (chatId) await enqueueChatChange(db, { ...owned(device, chatId), patch })
  }
  switch (act) {
    case 'say': {
      const where = (two < 5 && chatId) || uuid()
      typed.set(name, where)
      const newChat = where === chatId ? {} : { newChat: { folder: pick(folders, two)?.id ?? null } }
      await enqueueMessage(db, { ...owned(device, where), content: name, ...newChat })
      break
    }
    case 'edit': {
      const question = chatId ? pick(await questions(device, chatId), two) : undefined
      if (!chatId || !question) return
      typed.set(name, chatId)
      await enqueueMessage(db, { ...owned(device, chatId), content: name, replaces: question.id })
      break
    }
    case 'erase': {
      const question = chatId ? pick(await questions(device, chatId), two) : undefined
      if (!chatId || !question) return
      typed.delete(question.content)
      await enqueueMessageDelete(db, { ...owned(device, chatId), message: question.id })
      break
    }
    case 'rename':
      return change({ title: name })
    case 'move':
      return change({ folder: two === 0 ? null : (pick(folders, two)?.id ?? null) })
    case 'tag':
      return change({ tags: tags.filter((_, index) => (two >> index) % 2 === 0).map(({ id }) => id) })
    case 'save':
      return change({ is_saved: two % 2 === 0 })
    case 'delete chat': {
      if (!chatId || two > 3) return
      deleted.add(chatId)
      return enqueueChatDelete(db, owned(device, chatId))
    }
    case 'make folder':
      await labels.enqueueFolderCreate(db, { userId, name })
      break
    case 'make tag':
      await labels.enqueueTagCreate(db, { userId, name, color: '#112233' })
      break
    case 'rename folder':
    case 'delete folder':
    case 'rename tag':
    case 'delete tag': {
      const isFolder = act.endsWith('folder')
      const id = pick(isFolder ? folders : tags, one)?.id
      if (!id) return
      if (act === 'rename folder') await labels.enqueueFolderUpdate(db, { userId, id, patch: { name } })
      if (act === 'rename tag') await labels.enqueueTagUpdate(db, { userId, id, patch: { name } })
      if (act === 'delete folder') await labels.enqueueFolderDelete(db, { userId, id })
      if (act === 'delete tag') await labels.enqueueTagDelete(db, { userId, id })
      break
    }
    case 'send':
      await device.send()
      break
    case 'meet':
      await device.meet().catch((error: unknown) => {
        if (!isNetworkError(error)) throw error
      })
      break
    case 'lose':
      device.line.lose = 1 + (two % 3)
  }
}
