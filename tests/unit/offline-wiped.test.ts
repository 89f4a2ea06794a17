// @vitest-environment jsdom
import { beforeEach, expect, it } from 'vitest'
import { forgetWiped, readWiped } from '#offline/wiped.ts'
import { makeAuthenticated } from '#support/person.ts'
import { emptyBrowser, openTab } from '#support/tab.ts'

beforeEach(emptyBrowser)

/** A page that stands when its session has been compared with the record. */
async function load() {
  const tab = await openTab()
  await tab.restoreSession()
  await tab.sessionReconciled()
  return tab
}

it('a database that the browser has cleared is noted, once, and the person stays signed in', async () => {
  const first = await openTab()
  await first.signIn(makeAuthenticated())
  await first.setAccess('renewed')
  expect(await readWiped(first.database(), 7)).toBe(false)
  await first.close()
  await new Promise((resolve) => {
    indexedDB.deleteDatabase('companion').onsuccess = resolve
  })
  const second = await load()
  expect(second.currentSession()).toMatchObject({ user: { id: 7 }, access: 'renewed' })
  expect(await readWiped(second.database(), 7)).toBe(true)
  expect(await readWiped(second.database(), 8)).toBe(false)
  await forgetWiped(second.database())
  await second.close()
  const third = await load()
  expect(await readWiped(third.database(), 7)).toBe(false)
})

it('nothing is noted at a first sign-in, after a reload, or after signing out', async () => {
  const tab = await openTab()
  await tab.signIn(makeAuthenticated())
  await tab.setAccess('renewed')
  await tab.close()
  const again = await load()
  expect(await readWiped(again.database(), 7)).toBe(false)
  await again.endSession('signed-out')
  await again.close()
  const visitor = await load()
  expect(visitor.currentSession()).toBeNull()
  expect(await visitor.database().device.count()).toBe(0)
})
