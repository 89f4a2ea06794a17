// @vitest-environment jsdom
import { v7 as uuid } from 'uuid'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { createApi } from '#api/client.ts'
import { listChats } from '#contract/endpoints/chats.ts'
import { openTab, resetBrowser } from '#support/browser/tab.ts'
import { coded, startStubServer } from '#support/servers/stub-server.ts'
import { makeAuthenticated } from '#support/users/make-user.ts'

beforeEach(resetBrowser)

/** A user with a draft, an unsent message in a new chat, and copies of server data. */
async function signedIn(id = 7) {
  const tab = await openTab()
  await tab.signIn(makeAuthenticated(id))
  const { enqueueMessage } = await import('#offline/outbox/enqueue.ts')
  const { saveDraft } = await import('#offline/drafts/drafts.ts')
  const db = tab.database()
  const [unsent, drafted, copied] = [uuid(), uuid(), uuid()]
  await enqueueMessage(db, { userId: id, chatId: unsent, content: 'Unsent', newChat: {} })
  const row = await db.chats.get([id, unsent])
  for (const chatId of [drafted, copied]) if (row) await db.chats.put({ ...row, id: chatId })
  await saveDraft(db, id, drafted, 'Half a thought')
  await db.sync.put({ userId: id, scope: 'chats', synced_at: '', next_cursor: null, finished_at: 0 })
  await db.messages.put({ userId: id, id: uuid(), chat: copied, seq: 1 } as never)
  return { tab, db, unsent, drafted, copied }
}
const counts = async (db: Awaited<ReturnType<typeof signedIn>>['db']) => {
  const tables = [db.chats, db.messages, db.drafts, db.outbox, db.sync, db.folders, db.tags]
  return Promise.all(tables.map((table) => table.count()))
}

describe('signing out', () => {
  it('deletes all local data of the user, offline too, and none of others', async () => {
    const { tab, db } = await signedIn()
    await db.drafts.put({ userId: 8, draftKey: uuid(), text: 'Theirs', updated_at: 0 })
    await db.device.put({ key: 'offline_chats', value: 100 })
    localStorage.setItem('redirectFrom', '/account')
    await tab.signOut()
    expect(tab.currentSession()).toBeNull()
    expect(JSON.parse(localStorage.getItem('auth-storage') ?? '')).toEqual({
      state: { user: null, accessToken: null, refreshToken: null },
      version: 2,
    })
    expect(localStorage.getItem('redirectFrom')).toBeNull()
    expect(await counts(db)).toEqual([0, 0, 1, 0, 0, 0, 0])
    expect(await db.device.count()).toBe(1)
    expect(await db.session.toArray()).toEqual([
      { key: 'current', generation: 2, user: null, access: null, refresh: null },
    ])
  })
})

describe('with a broken database', () => {
  /** A signed-in user whose database refuses each transaction, and the calls that their page sends. */
  async function broken() {
    const { tab, db } = await signedIn()
    const sent: string[] = []
    const fetched = async (request: Request) => {
      sent.push(`${new URL(request.url).pathname} ${await request.text()}`)
      return new Response(null, { status: 204 })
    }
    vi.stubGlobal('fetch', fetched)
    onTestFinished(() => void vi.unstubAllGlobals())
    const damaged = new DOMException('The database cannot be read', 'UnknownError')
    vi.spyOn(db, 'transaction').mockRejectedValue(damaged)
    return { tab, sent, damaged }
  }

  it('signing out ends the session on the server', async () => {
    const { tab, sent, damaged } = await broken()
    await expect(tab.signOut()).rejects.toBe(damaged)
    expect(tab.currentSession()).toBeNull()
    expect(sent).toEqual(['/api/v1/accounts/auth/logout/ {"refresh":"r7-1"}'])
  })

  it('erasing the device ends the session on the server', async () => {
    const { tab, sent, damaged } = await broken()
    const reported = vi.spyOn(globalThis, 'reportError').mockImplementation(() => undefined)
    onTestFinished(() => reported.mockRestore())
    const { eraseDevice } = await import('#session/sign-out/erase-device.ts')
    await expect(eraseDevice()).rejects.toMatchObject({ name: 'EraseError', cause: [damaged] })
    expect(tab.currentSession()).toBeNull()
    expect(sent).toEqual(['/api/v1/accounts/auth/logout/ {"refresh":"r7-1"}'])
  })
})

/** The next write of the token record fails as on a full disk. */
function fillDisk({ session }: Awaited<ReturnType<typeof signedIn>>['db']): void {
  const full = Object.assign(new Error('The disk is full'), { name: 'QuotaExceededError' })
  vi.spyOn(session, 'put').mockImplementationOnce(() => Promise.reject(full) as ReturnType<typeof session.put>)
}

describe('on a full disk', () => {
  it('the tokens of a refresh are stored, in the place of copies', async () => {
    const { tab, db, unsent } = await signedIn()
    const server = await startStubServer(({ path, token }) => {
      if (path === '/accounts/token/refresh/') return { status: 200, json: { access: 'fresh', refresh: 'next' } }
      return token === 'fresh' ? coded(403, 'permission_denied') : coded(401, 'token_not_valid')
    })
    const api = createApi({ baseUrl: server.url, tokens: tab.createPageTokens(() => undefined), language: () => 'en' })
    fillDisk(db)
    await expect(api.call(listChats, {})).rejects.toMatchObject({ code: 'permission_denied' })
    expect(tab.currentSession()).toMatchObject({ access: 'fresh', refresh: 'next' })
    expect(await db.messages.count()).toBe(0)
    expect((await db.chats.toArray()).map(({ id }) => id)).toContain(unsent)
    await server.close()
  })

  it('signing out deletes the data of the user', async () => {
    const { tab, db } = await signedIn()
    fillDisk(db)
    await tab.signOut()
    expect(await counts(db)).toEqual([0, 0, 0, 0, 0, 0, 0])
  })
})

describe('a rejected refresh', () => {
  it('signs the user out, opens the login, and keeps what they typed for them', async () => {
    const { tab, db, unsent, drafted } = await signedIn()
    let refused = 0
    const server = await startStubServer(() => coded(401, 'token_not_valid'))
    const tokens = tab.createPageTokens(() => {
      refused += 1
    })
    const api = createApi({ baseUrl: server.url, tokens, language: () => 'en' })
    const errors = await Promise.allSettled([api.call(listChats, {}), api.call(listChats, {})])
    expect(errors.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(refused).toBe(1)
    expect(tab.currentSession()).toBeNull()
    expect((await db.chats.toArray()).map(({ id }) => id).sort()).toEqual([unsent, drafted].sort())
    expect(await counts(db)).toEqual([2, 0, 1, 2, 0, 0, 0])
    await server.close()
  })
})

describe('a late response to a refresh', () => {
  it.each([
    ['the user has signed out', null],
    ['another user has signed in', 8],
    ['the same user has signed in again', 7],
  ])('is dropped when %s', async (_, next) => {
    const { tab, db } = await signedIn()
    const tokens = tab.createPageTokens(() => undefined)
    const server = await startStubServer(async ({ path }) => {
      if (!path.includes('refresh')) return coded(401, 'token_not_valid')
      await tab.endPageSession('signed-out')
      if (next !== null) await tab.signIn(makeAuthenticated(next, 'fresh'))
      return { status: 200, json: { access: 'late', refresh: 'late' } }
    })
    const api = createApi({ baseUrl: server.url, tokens, language: () => 'en' })
    await expect(api.call(listChats, {})).rejects.toThrow()
    expect(tab.currentSession()?.access ?? null).toBe(next && `a${next}-fresh`)
    expect(JSON.stringify(await db.session.toArray())).not.toContain('late')
    expect(localStorage.getItem('auth-storage')).not.toContain('late')
    await server.close()
  })

  it('does not end the next session when it is a rejection', async () => {
    const { tab } = await signedIn()
    let refused = 0
    const tokens = tab.createPageTokens(() => {
      refused += 1
    })
    const server = await startStubServer(async ({ path }) => {
      if (path.includes('refresh')) await tab.signIn(makeAuthenticated(7, 'fresh'))
      return coded(401, 'token_not_valid')
    })
    const api = createApi({ baseUrl: server.url, tokens, language: () => 'en' })
    await expect(api.call(listChats, {})).rejects.toThrow()
    expect(tab.currentSession()?.access).toBe('a7-fresh')
    expect(refused).toBe(0)
    await server.close()
  })
})

describe('two tabs with one expired token', () => {
  it('refresh it once', async () => {
    const { tab } = await signedIn()
    const other = await openTab()
    await other.restoreSession()
    let refreshes = 0
    const server = await startStubServer(({ path, token, json }) => {
      if (path.includes('refresh')) {
        refreshes += 1
        expect(json.refresh).toBe('r7-1')
        return { status: 200, json: { access: 'good', refresh: 'next' } }
      }
      if (token !== 'good') return coded(401, 'token_not_valid')
      return {
        status: 200,
        json: { results: [], next_cursor: null, deleted: [], synced_at: '2026-01-01T00:00:00.000Z' },
      }
    })
    let last: Promise<unknown> = Promise.resolve()
    const locks = {
      request: <T>(_: string, __: object, work: () => Promise<T>): Promise<T> => {
        const mine = last.then(work, work)
        last = mine.catch(() => undefined)
        return mine
      },
    }
    const apis = [tab, other].map((each) => {
      const tokens = each.createPageTokens(() => undefined)
      return createApi({ baseUrl: server.url, tokens, language: () => 'en', locks })
    })
    await Promise.all(apis.flatMap((api) => [api.call(listChats, {}), api.call(listChats, {})]))
    expect(refreshes).toBe(1)
    expect([tab, other].map((each) => each.currentSession()?.access)).toEqual(['good', 'good'])
    await server.close()
  })
})
