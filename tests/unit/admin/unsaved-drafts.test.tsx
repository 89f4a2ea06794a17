import 'fake-indexeddb/auto'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createUnsavedDrafts } from '#features/admin/unsaved-drafts.ts'
import { database } from '#offline/database/database.ts'
import { adopt, resetSession } from '#session/state/session-atom.ts'
import { makeAuthenticated } from '#support/users/make-user.ts'

const signIn = (id: number, generation: number) =>
  adopt({ generation, session: { ...makeAuthenticated(id), generation } }, { mirror: false })

const mayLeave = () => dispatchEvent(new Event('beforeunload', { cancelable: true }))

test('an unsaved draft belongs to its admin, and the browser asks before the page is left until it is saved', () => {
  onTestFinished(resetSession)
  const unsaved = createUnsavedDrafts<string, string>('page', (text) => ({ text }))
  signIn(1, 1)
  unsaved.set('imprint', 'Mine')
  expect(mayLeave()).toBe(false)
  signIn(2, 2)
  expect(unsaved.get('imprint')).toBeUndefined()
  unsaved.set('imprint', 'Theirs')
  unsaved.set('imprint', undefined)
  expect(mayLeave()).toBe(false)
  signIn(1, 3)
  expect(unsaved.get('imprint')).toBe('Mine')
  unsaved.set('imprint', undefined)
  expect(mayLeave()).toBe(true)
})

test('an unsaved draft is stored on the device until it is saved, and only its admin finds it on the next page', async () => {
  onTestFinished(resetSession)
  const openPage = () => createUnsavedDrafts<string, string>('page', (text) => ({ text }))
  const texts = async () => (await database().drafts.toArray()).map(({ userId, text }) => [userId, text])
  const unsaved = openPage()
  signIn(3, 4)
  unsaved.set('imprint', 'Mi')
  unsaved.set('imprint', 'Mine')
  await vi.waitFor(async () => expect(await texts()).toEqual([[3, '{"text":"Mine"}']]))
  expect(await openPage().readStored('imprint')).toEqual({ text: 'Mine' })
  expect(await openPage().readStored('terms')).toEqual({})
  // Another tab, in which nothing was typed.
  openPage().set('imprint', undefined)
  signIn(4, 5)
  expect(await openPage().readStored('imprint')).toEqual({})
  signIn(3, 6)
  unsaved.set('imprint', undefined)
  expect(await unsaved.readStored('imprint')).toEqual({})
  await vi.waitFor(async () => expect(await texts()).toEqual([]))
})
