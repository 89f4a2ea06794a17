// @vitest-environment jsdom
import 'fake-indexeddb/auto'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { readWiped } from '#offline/database/data-loss.ts'
import { nobody } from '#session/state/session-state.ts'
import { endSession } from '#session/token-record/end-session.ts'
import { createRecordTokens, readRecord, reconcileRecord, recordDataLoss } from '#session/token-record/token-record.ts'
import { openTab, resetBrowser } from '#support/browser/tab.ts'
import { makeAuthenticated, makeUser } from '#support/users/make-user.ts'

beforeEach(resetBrowser)

/** The database of a page on which user 7 is signed in. */
async function signedIn() {
  const tab = await openTab()
  await tab.signIn(makeAuthenticated(7))
  return { tab, db: tab.database() }
}
const grant = { userId: 7, access: 'a7-1', refresh: 'r7-1' }

describe('the token record', () => {
  it.each(['user', 'access', 'refresh'])('counts as signed out without its %s', async (part) => {
    const { db } = await signedIn()
    await db.session.toCollection().modify({ [part]: null })
    expect(await readRecord(db)).toEqual({ generation: 1, session: null })
  })

  it('is not written for a visitor', async () => {
    const db = (await openTab()).database()
    expect(await reconcileRecord(db, nobody)).toBe(nobody)
    expect(await db.session.count()).toBe(0)
  })

  it('is recorded as lost for a known user only, and only where it is missing', async () => {
    const { db } = await signedIn()
    await recordDataLoss(db, { user: makeUser(7) })
    expect(await readWiped(db, 7)).toBe(false)
    await db.session.clear()
    await recordDataLoss(db, null)
    expect(await db.device.count()).toBe(0)
    await recordDataLoss(db, { user: makeUser(7) })
    expect(await readWiped(db, 7)).toBe(true)
  })
})

describe('the tokens of the worker', () => {
  it('are none without a session', async () => {
    const tokens = createRecordTokens((await openTab()).database(), async () => {})
    expect(await tokens.read()).toBeNull()
  })

  it('are read from the record and replaced in it', async () => {
    const { db } = await signedIn()
    const tokens = createRecordTokens(db, async () => {})
    expect(await tokens.read()).toEqual(grant)
    const next = { access: 'newer', refresh: 'newest' }
    expect(await tokens.replace(grant, next)).toEqual({ userId: 7, ...next })
    expect(await tokens.reread()).toEqual({ userId: 7, ...next })
  })

  it('are not replaced by those of a user who is no longer signed in', async () => {
    const { tab, db } = await signedIn()
    const tokens = createRecordTokens(db, async () => {})
    await tab.signIn(makeAuthenticated(8))
    expect(await tokens.replace(grant, { access: 'newer', refresh: 'newest' })).toBeNull()
    expect(await tokens.read()).toMatchObject({ userId: 8, refresh: 'r8-1' })
  })
})

describe('the tokens of a page', () => {
  it('are none for a request of a user who is no longer signed in', async () => {
    const { tab } = await signedIn()
    await tab.signIn(makeAuthenticated(8))
    const tokens = tab.createPageTokens(() => {})
    expect(await tokens.replace(grant, { access: 'newer', refresh: 'newest' })).toBeNull()
    expect(await tokens.read()).toMatchObject({ userId: 8, refresh: 'r8-1' })
  })
})

describe('a session that ends in the worker', () => {
  /** A worker with a private cache, a public one and a notification; returns what is left of them. */
  function stubWorker() {
    const left = new Set(['private pictures', 'pages', 'a notification'])
    const isCache = (name: string) => name !== 'a notification'
    vi.stubGlobal('caches', {
      keys: async () => [...left].filter(isCache),
      delete: async (name: string) => left.delete(name),
    })
    const notification = { close: () => left.delete('a notification') }
    vi.stubGlobal('registration', { getNotifications: async () => [notification] })
    onTestFinished(() => void vi.unstubAllGlobals())
    return left
  }

  it('takes the private caches and the notifications of its user with it', async () => {
    const { db } = await signedIn()
    const left = stubWorker()
    expect(await endSession('refused', { db, used: grant })).toMatchObject({ user: { id: 7 } })
    expect([...left]).toEqual(['pages'])
  })

  it('leaves those of a user who has signed in since', async () => {
    const { tab, db } = await signedIn()
    await tab.signIn(makeAuthenticated(8))
    const left = stubWorker()
    expect(await endSession('refused', { db, used: grant })).toBeNull()
    expect(left.size).toBe(3)
  })
})
