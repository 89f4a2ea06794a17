// @vitest-environment jsdom
import { beforeEach, expect, test } from 'vitest'
import { forgetWiped, readWiped } from '#offline/database/data-loss.ts'
import { openTab, resetBrowser } from '#support/browser/tab.ts'
import { makeAuthenticated } from '#support/users/make-user.ts'

beforeEach(resetBrowser)

/** A page after its session was compared with the token record. */
async function load() {
  const tab = await openTab()
  await tab.restoreSession()
  await tab.sessionReconciled()
  return tab
}

/** As a browser does that needs the space. */
const clearDatabase = () =>
  new Promise((resolve) => {
    indexedDB.deleteDatabase('companion').onsuccess = resolve
  })

test('a database that the browser has cleared is recorded once, and the user stays signed in', async () => {
  const first = await openTab()
  await first.signIn(makeAuthenticated())
  expect(await readWiped(first.database(), 7)).toBe(false)
  await first.close()
  await clearDatabase()
  const second = await load()
  expect(second.currentSession()).toMatchObject({ user: { id: 7 }, generation: 1 })
  expect(await readWiped(second.database(), 7)).toBe(true)
  expect(await readWiped(second.database(), 8)).toBe(false)
  await forgetWiped(second.database())
  await second.close()
  const third = await load()
  expect(await readWiped(third.database(), 7)).toBe(false)
})

test('nothing is recorded at a first sign-in, after a reload, or after signing out', async () => {
  const tab = await openTab()
  await tab.signIn(makeAuthenticated())
  await tab.setTokens(7, { access: 'renewed', refresh: 'renewed' })
  await tab.close()
  const again = await load()
  expect(await readWiped(again.database(), 7)).toBe(false)
  await again.endPageSession('signed-out')
  await again.close()
  const visitor = await load()
  expect(visitor.currentSession()).toBeNull()
  expect(await visitor.database().device.count()).toBe(0)
})

test('a cleared queue of a user whose session had ended is recorded when they sign in', async () => {
  const first = await openTab()
  await first.signIn(makeAuthenticated())
  await first.endPageSession('refused')
  await first.close()
  await clearDatabase()
  const second = await load()
  await second.signIn(makeAuthenticated(8))
  expect(await readWiped(second.database(), 8)).toBe(false)
  await second.endPageSession('signed-out')
  await second.close()

  const third = await load()
  await third.signIn(makeAuthenticated())
  await third.endPageSession('refused')
  await third.close()
  await clearDatabase()
  const fourth = await load()
  await fourth.signIn(makeAuthenticated())
  expect(await readWiped(fourth.database(), 7)).toBe(true)
})

test('nothing is recorded for a user who had signed out or never used this device', async () => {
  const first = await openTab()
  await first.signIn(makeAuthenticated())
  await first.endPageSession('signed-out')
  await first.close()
  await clearDatabase()
  const second = await load()
  await second.signIn(makeAuthenticated())
  expect(await readWiped(second.database(), 7)).toBe(false)
  await second.close()
  await clearDatabase()
  localStorage.setItem('auth-storage', (localStorage.getItem('auth-storage') ?? '').replace(',"kept":7', ''))
  const third = await load()
  expect(third.currentSession()).toMatchObject({ user: { id: 7 } })
  expect(await readWiped(third.database(), 7)).toBe(false)
})
