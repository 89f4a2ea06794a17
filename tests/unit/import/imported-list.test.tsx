import 'fake-indexeddb/auto'
import { expect, test, vi } from 'vitest'
import { API_BASE } from '#contract/endpoint.ts'
import { importChats } from '#contract/endpoints/import.ts'
import { store } from '#features/import/import-run.ts'
import { nothingLeftOut } from '#features/import/read/read-export.ts'
import type { ImportEvent, ImportRequest } from '#features/import/read/worker-messages.ts'
import { activateLanguage } from '#i18n/i18n.ts'
import { database } from '#offline/database/database.ts'
import { pruneCopy } from '#offline/database/prune.ts'
import { syncAll } from '#offline/sync/sync-all.ts'
import { api } from '#session/api.ts'
import { adopt } from '#session/state/session-atom.ts'
import { createChatModel } from '#support/fakes/chat-server/chat-server.ts'
import { makeAuthenticated } from '#support/users/make-user.ts'

const userId = 7
const model = createChatModel()
const imported = [1, 2].map(() => crypto.randomUUID())

/** Answers as the worker does whose file has two chats, in one portion each. */
class WorkerOfTwoChats extends EventTarget {
  #next = 0
  postMessage(_: ImportRequest): void {
    const id = imported[this.#next]
    this.#next += 1
    const created_at = '2019-03-05T10:00:00.000Z'
    const messages = [{ id: crypto.randomUUID(), role: 'user' as const, parent: null, content: 'Hi', created_at }]
    const chat = id && { id, title: 'Herons', created_at, messages }
    if (chat) this.#post({ type: 'portion', portion: { source: 'chatgpt', chats: [chat] } })
    else this.#post({ type: 'end', leftOut: nothingLeftOut })
  }
  #post(data: ImportEvent): void {
    this.dispatchEvent(new MessageEvent('message', { data }))
  }
  terminate(): void {}
}

/** Stores a chat as one of 2019. */
function storeOld(id: string) {
  const stored = model.chats.size
  model.seed(id, 1)
  const chat = model.chats.get(id)
  if (chat) model.chats.set(id, { ...chat, last_message_at: `2019-03-05T10:00:00.${100 + stored}Z` })
  return { id, state: 'created', added: 1 }
}

test('imported chats stay in the list of a device that stores the newest chats only', async () => {
  vi.stubGlobal('Worker', WorkerOfTwoChats)
  vi.stubGlobal('fetch', async (input: string | URL | Request, init?: RequestInit) => {
    const request = input instanceof Request ? input : undefined
    const { pathname, searchParams: query } = new URL(request?.url ?? String(input), 'http://localhost')
    const body = request ? await request.text() : String(init?.body ?? '')
    const method = request?.method ?? init?.method ?? 'GET'
    const common = { method, path: pathname.slice(API_BASE.length), query, headers: {} }
    const json = body === '' ? {} : JSON.parse(body)
    if (common.path === importChats.path) {
      const [{ id }] = json.chats
      // The sync of every minute may begin between two portions.
      if (id === imported[1]) await syncAll({ db: database(), api, userId })
      return Response.json({ results: [storeOld(id)] })
    }
    const reply = model.handle({ ...common, json, body: Buffer.from(body), token: undefined })
    if (reply === undefined || typeof reply !== 'object') return new Response(null, { status: 404 })
    return Response.json(reply.json, { status: reply.status })
  })
  await activateLanguage('en')
  adopt({ generation: 1, session: { ...makeAuthenticated(userId), generation: 1 } })
  for (let count = 0; count < 25; count += 1) model.seed(crypto.randomUUID(), 2)
  await syncAll({ db: database(), api, userId })
  const file = new File(['[]'], 'conversations.json')
  const chats = imported.map((id) => ({ id, newest: id, messages: 1 }))
  const states = new Map(imported.map((id) => [id, 'new' as const]))
  await store(userId, { source: 'chatgpt', chats, leftOut: nothingLeftOut, file, states }, false)
  const here = async () => (await database().chats.toArray()).map(({ id }) => id)
  expect(await here()).toEqual(expect.arrayContaining(imported))
  // As another tab or a later page does, which knows nothing of this import.
  await pruneCopy(database(), userId)
  expect(await here()).toEqual(expect.arrayContaining(imported))
  expect(await here()).toHaveLength(22)
})
