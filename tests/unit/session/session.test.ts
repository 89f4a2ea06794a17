// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from 'vitest'
import { dispatchStorageEvent, openTab, resetBrowser } from '#support/browser/tab.ts'
import { makeAuthenticated, makeUser } from '#support/users/make-user.ts'

const mirror = () => JSON.parse(localStorage.getItem('auth-storage') ?? 'null')
const putMirror = (version: number, id: number | null, tokens = '1') => {
  const user = id === null ? null : makeAuthenticated(id, tokens)
  const state = {
    user: user?.user ?? null,
    accessToken: user?.access ?? null,
    refreshToken: user?.refresh ?? null,
  }
  localStorage.setItem('auth-storage', JSON.stringify({ state, version }))
}

beforeEach(resetBrowser)

describe('signing in', () => {
  it('stores the user and both tokens, in the token record and in auth-storage', async () => {
    const tab = await openTab()
    const user = makeAuthenticated()
    await tab.signIn(user)
    expect(tab.currentSession()).toEqual({ ...user, generation: 1 })
    expect(mirror()).toEqual({
      state: { user: user.user, accessToken: user.access, refreshToken: user.refresh },
      version: 1,
      kept: user.user.id,
    })
    expect(await tab.database().session.get('current')).toMatchObject({ generation: 1, ...user })
  })

  it('starts a session that gets a new generation number with each change of its user or tokens', async () => {
    const tab = await openTab()
    await tab.signIn(makeAuthenticated())
    await tab.setTokens(7, { access: 'a', refresh: 'r' })
    await tab.updateUser(makeUser(7, { first_name: 'Eva' }))
    await tab.updateUser(makeUser(8, { first_name: 'Somebody else' }))
    await tab.setTokens(8, { access: 'theirs', refresh: 'theirs' })
    expect(tab.currentSession()).toMatchObject({ access: 'a', refresh: 'r', user: { id: 7, first_name: 'Eva' } })
    expect(mirror().version).toBe(tab.currentSession()?.generation)
  })
})

describe('a reload', () => {
  it('finds no session on a first visit, without creating a database', async () => {
    const tab = await openTab()
    expect(await tab.restoreSession()).toBeNull()
    expect(await indexedDB.databases()).toEqual([])
  })

  it('restores the user from the mirror at once', async () => {
    const first = await openTab()
    await first.signIn(makeAuthenticated())
    await first.close()
    const tab = await openTab()
    expect(await tab.restoreSession()).toMatchObject({ user: { id: 7 } })
  })

  it('restores the user from the token record when the mirror is missing or unreadable', async () => {
    const first = await openTab()
    await first.signIn(makeAuthenticated())
    await first.close()
    for (const text of [null, '{"state":', '[]', '{"state":{}}']) {
      if (text === null) localStorage.removeItem('auth-storage')
      else localStorage.setItem('auth-storage', text)
      const tab = await openTab()
      expect(await tab.restoreSession()).toMatchObject({ user: { id: 7 }, generation: 1 })
      expect(mirror()).toMatchObject({ version: 1, state: { accessToken: 'a7-1' } })
      await tab.close()
    }
  })

  it('prefers the record to a stale mirror: newer tokens, another user, or nobody', async () => {
    const first = await openTab()
    await first.signIn(makeAuthenticated(7, '1'))
    await first.setTokens(7, { access: 'new', refresh: 'newer' })
    putMirror(1, 7)
    const second = await openTab()
    expect(await second.restoreSession()).toMatchObject({ access: 'a7-1' })
    await expect.poll(() => second.currentSession()).toMatchObject({ access: 'new', refresh: 'newer' })

    await first.signIn(makeAuthenticated(8))
    putMirror(2, 7)
    const third = await openTab()
    await third.restoreSession()
    await expect.poll(() => third.currentSession()?.user.id).toBe(8)

    await first.endPageSession('signed-out')
    putMirror(2, 7)
    const fourth = await openTab()
    await fourth.restoreSession()
    await expect.poll(() => fourth.currentSession()).toBeNull()
    expect(mirror().state).toEqual({ user: null, accessToken: null, refreshToken: null })
  })

  it('prefers the mirror to a record that was lost or is older', async () => {
    const first = await openTab()
    await first.signIn(makeAuthenticated())
    putMirror(5, 8)
    const tab = await openTab()
    await tab.restoreSession()
    await expect.poll(() => tab.database().session.get('current')).toMatchObject({ generation: 5, user: { id: 8 } })
    await tab.database().session.clear()
    const again = await openTab()
    await again.restoreSession()
    await expect.poll(() => again.database().session.get('current')).toMatchObject({ generation: 5, user: { id: 8 } })
  })

  it.each(['user', 'accessToken', 'refreshToken'])('finds no session in a mirror without its %s', async (part) => {
    putMirror(3, 7)
    localStorage.setItem('auth-storage', JSON.stringify({ ...mirror(), state: { ...mirror().state, [part]: null } }))
    expect(await (await openTab()).restoreSession()).toBeNull()
  })

  it('keeps a user whom an older build stored with fewer fields', async () => {
    const state = { user: { id: 7, email: 'a@b.co' }, accessToken: 'a', refreshToken: 'r' }
    localStorage.setItem('auth-storage', JSON.stringify({ state, version: 0 }))
    const tab = await openTab()
    await tab.signIn(makeAuthenticated())
    localStorage.setItem('auth-storage', JSON.stringify({ state, version: 3 }))
    const next = await openTab()
    const none = { is_vip: false, is_provider: false, is_ad_subscriber: false, is_admin: false, email_verified: false }
    expect(await next.restoreSession()).toMatchObject({
      user: { id: 7, email: 'a@b.co', subscriptions: [], receive_newsletters: false, ...none },
    })
  })
})

describe('other tabs', () => {
  it('follow when a user signs in, signs out, or another one signs in', async () => {
    const one = await openTab()
    const two = await openTab()
    await one.restoreSession()
    await two.restoreSession()
    const changes: (number | null)[] = []
    two.onUserChange((session) => changes.push(session?.user.id ?? null))
    await one.signIn(makeAuthenticated(7))
    await expect.poll(() => two.currentSession()?.user.id).toBe(7)
    await one.setTokens(7, { access: 'new', refresh: 'new' })
    await expect.poll(() => two.currentSession()?.access).toBe('new')
    await one.signIn(makeAuthenticated(8))
    await expect.poll(() => two.currentSession()?.user.id).toBe(8)
    await one.endPageSession('signed-out')
    await expect.poll(() => two.currentSession()).toBeNull()
    expect(changes).toEqual([7, 8, null])
  })

  it('follow by the mirror alone where there is no BroadcastChannel', async () => {
    const tab = await openTab()
    await tab.restoreSession()
    putMirror(4, 7)
    dispatchStorageEvent('auth-storage')
    expect(tab.currentSession()?.user.id).toBe(7)
    putMirror(3, 8)
    dispatchStorageEvent('auth-storage')
    expect(tab.currentSession()?.user.id).toBe(7)
  })
})
