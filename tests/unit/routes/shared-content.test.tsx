import 'fake-indexeddb/auto'
import { expect, it, onTestFinished, vi } from 'vitest'
import { database } from '#offline/database/database.ts'
import { adopt, currentState } from '#session/state/session-atom.ts'
import { openAppPage } from '#support/browser/app-page.tsx'
import { makeAuthenticated } from '#support/users/make-user.ts'

it('shared content of which files and the end of a text were lost on the way says so, and what arrived is in the draft', async () => {
  vi.stubGlobal('fetch', () => new Promise(() => undefined))
  onTestFinished(() => void vi.unstubAllGlobals())
  adopt({ generation: currentState().generation + 1, session: { ...makeAuthenticated(7), generation: 1 } })
  await openAppPage('/chat/new?text=Look&lost=files+text')
  await vi.waitFor(async () => expect((await database().drafts.toArray()).map(({ text }) => text)).toEqual(['Look']))
  const alerts = () => [...document.querySelectorAll('[role=alert]')].map(({ textContent }) => textContent)
  await vi.waitFor(() => expect(alerts().join()).toContain('The shared files could not be taken over. Add them here'))
  expect(alerts().join()).toContain('The shared text was too long: only its beginning is here')
})
