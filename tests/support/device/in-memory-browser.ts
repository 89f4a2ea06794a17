import { Dexie } from 'dexie'
import { IDBKeyRange, indexedDB } from 'fake-indexeddb'
import { v7 as uuid } from 'uuid'
import { onTestFinished } from 'vitest'
import { type Api, createApi } from '#api/client.ts'
import { CompanionDatabase } from '#offline/database/database.ts'
import { flush } from '#offline/flush/flush.ts'
import { LEASE_MS } from '#offline/flush/settle-entry.ts'
import { type ChatModel, createChatModel } from '../fakes/chat-server/chat-server.ts'
import { coded, type ReceivedRequest, type Reply } from '../servers/stub-server.ts'
import { type MemoryTokens, memoryTokens } from './memory-tokens.ts'

// Dexie may have been loaded before there was any IndexedDB.
Object.assign(Dexie.dependencies, { indexedDB, IDBKeyRange })

/** The faults of a request and its response; `crash`: the browser is killed before or after the request arrives. */
export const requestFaults = [
  ...['fine', 'fine', 'fine', 'cut before', 'cut after', '500', '429', 'portal', 'refresh lost'],
  ...['crash before', 'crash after'],
] as const
type Fate = (typeof requestFaults)[number]

interface BrowserUser {
  userId: number
  model: ChatModel
  /** The current access token number of the server; a request with an older one must refresh. */
  access: number
}

/**
 * A browser that two users share, and a server that separates them, both in memory without a network: for many thousand
 * runs. `begin` empties them.
 */
export async function startInMemoryBrowser() {
  let db = await open(`test-${uuid()}`)
  onTestFinished(() => db.delete())
  const clock = { now: Date.now() }
  let users: BrowserUser[] = []
  let sources: MemoryTokens[] = []
  let now = 0
  let left: Fate[] = []

  const grant = ({ userId, access }: BrowserUser) => ({
    userId,
    access: `${userId}:${access}`,
    refresh: `${userId}:r`,
  })

  async function begin(): Promise<void> {
    users = [1, 2].map((userId) => ({ userId, model: createChatModel(), access: 0 }))
    sources = users.map((user) => memoryTokens(grant(user)))
    now = 0
    clock.now = Date.now()
    await db.transaction('rw', db.tables, async () => {
      for (const table of db.tables) await table.clear()
    })
    await signIn()
  }

  const signIn = () => db.session.put({ key: 'current', generation: 1, user: { id: users[now]?.userId } })

  /** Signs one user out and the other in; the queue stays. */
  async function switchUser(): Promise<void> {
    now = 1 - now
    await signIn()
  }

  /** The state that a browser leaves when it is killed during a flush. */
  async function crash(): Promise<void> {
    const lease = { owner: 'dead', until: clock.now + LEASE_MS }
    await db.outbox.toCollection().modify({ state: 'sending', lease })
  }

  function expire(): void {
    for (const user of users) user.access += 1
  }

  /** The server: identifies the user by the token alone. */
  function answer(request: ReceivedRequest): Reply {
    if (request.path === '/accounts/token/refresh/') {
      const user = users.find(({ userId }) => `${userId}:r` === request.json.refresh)
      return user ? { status: 200, json: grant(user) } : coded(401, 'token_not_valid')
    }
    const user = users.find((each) => grant(each).access === request.token)
    return user?.model.handle(request) ?? coded(401, 'token_not_valid')
  }

  function meet(fate: Fate, request: ReceivedRequest): Reply {
    const isRefresh = request.path.endsWith('/refresh/')
    if (fate === 'cut before' || (fate === 'refresh lost' && isRefresh)) return 'cut'
    if (fate === '500') return coded(500, 'internal_error')
    if (fate === '429') return coded(429, 'rate_limited', { 'retry-after': '5' })
    if (fate === 'portal') return { status: 403, text: '<h1>Room number?</h1>' }
    if (fate === 'crash before') return killed()
    const reply = answer(request)
    if (fate === 'crash after') return killed()
    return fate === 'cut after' ? 'cut' : reply
  }

  function killed(): Reply {
    db.close()
    return 'cut'
  }

  const pass: typeof fetch = async (input, init) => {
    const request = new Request(input, init)
    const url = new URL(request.url)
    const body = Buffer.from(await request.arrayBuffer())
    const isJson = request.headers.get('content-type') === 'application/json'
    const reply = meet(left.shift() ?? 'fine', {
      method: request.method,
      path: url.pathname.replace(/^\/api\/v1/, ''),
      query: url.searchParams,
      headers: {},
      json: isJson ? JSON.parse(body.toString()) : {},
      body,
      token: request.headers.get('authorization')?.replace(/^Bearer /, ''),
    })
    if (reply === 'cut' || typeof reply === 'function') throw new TypeError('fetch failed')
    const type = reply.text === undefined ? 'application/json' : 'text/html'
    const content = reply.text ?? (reply.json === undefined ? null : JSON.stringify(reply.json))
    return new Response(content, { status: reply.status, headers: { 'content-type': type, ...reply.headers } })
  }

  /** Flushes in one tab or several at once as the signed-in user; a killed browser is opened again. */
  async function flushTabs(onTheWay: readonly Fate[], tabs: number): Promise<void> {
    const [user, tokens] = [users[now], sources[now]]
    if (!user || !tokens) return
    left = [...onTheWay]
    const api: Api = createApi({
      baseUrl: 'http://companion.test',
      tokens,
      language: () => 'en',
      fetch: pass,
      locks: undefined,
    })
    const options = { db, api, userId: user.userId, random: () => 0, now: () => clock.now }
    const results = await Promise.allSettled(Array.from({ length: tabs }, () => flush(options)))
    left = []
    if (!db.isOpen()) db = await open(db.name)
    else for (const result of results) if (result.status === 'rejected') throw result.reason
  }

  return {
    clock,
    begin,
    crash,
    expire,
    switchUser,
    flush: flushTabs,
    get db() {
      return db
    },
    get users() {
      return users
    },
    /** The index of the signed-in user in `users`. */
    get now() {
      return now
    },
    /** Users who were signed out by a refresh. */
    refusals: () => sources.flatMap(({ refusals }) => refusals),
  }
}

async function open(name: string): Promise<CompanionDatabase> {
  const db = new CompanionDatabase({ name })
  await db.open()
  return db
}
