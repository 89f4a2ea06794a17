import { expect, it, onTestFinished } from 'vitest'
import { createUnsavedDrafts } from '#features/admin/unsaved-drafts.ts'
import { adopt, resetSession } from '#session/state/session-atom.ts'
import { makeAuthenticated } from '#support/users/make-user.ts'

const signIn = (id: number, generation: number) =>
  adopt({ generation, session: { ...makeAuthenticated(id), generation } }, { mirror: false })

const mayLeave = () => dispatchEvent(new Event('beforeunload', { cancelable: true }))

it('an unsaved draft belongs to its admin, and the browser asks before the page is left until it is saved', () => {
  onTestFinished(resetSession)
  const unsaved = createUnsavedDrafts<string, string>()
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
