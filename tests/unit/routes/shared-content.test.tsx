import 'fake-indexeddb/auto'
import { toast } from 'react-hot-toast/headless'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { database } from '#offline/database/database.ts'
import { adopt, currentState } from '#session/state/session-atom.ts'
import { openAppPage } from '#support/browser/app-page.tsx'
import { makeAuthenticated } from '#support/users/make-user.ts'

const drafts = async () => (await database().drafts.toArray()).map(({ text }) => text)
const alerts = () => [...document.querySelectorAll('[role=alert]')].map(({ textContent }) => textContent).join()

beforeEach(async () => {
  vi.stubGlobal('fetch', () => new Promise(() => undefined))
  await database().drafts.clear()
  adopt({ generation: currentState().generation + 1, session: { ...makeAuthenticated(7), generation: 1 } })
})

afterEach(() => {
  toast.remove()
  vi.unstubAllGlobals()
})

test('shared content of which files and the end of a text were lost on the way says so, and what arrived is in the draft', async () => {
  await openAppPage('/chat/new?text=Look&lost=files+text')
  await vi.waitFor(async () => expect(await drafts()).toEqual(['Look']))
  await vi.waitFor(() => expect(alerts()).toContain('The shared files could not be taken over. Add them here'))
  expect(alerts()).toContain('The shared text was too long: only its beginning is here')
})

test('shared content that is longer than a message says that its text was cut, and its URL is in the draft', async () => {
  const url = 'https://a.example'
  const text = 'x'.repeat(40_000)
  await openAppPage(`/chat/new?${new URLSearchParams({ text, url })}`)
  const beginning = 'x'.repeat(32_000 - url.length - 1)
  await vi.waitFor(async () => expect(await drafts()).toEqual([`${beginning}\n${url}`]))
  await vi.waitFor(() => expect(alerts()).toContain('The shared text was too long: only its beginning is here'))
})

test('a shared text that is cut between two words says so, although the space there is trimmed', async () => {
  const text = `${'x'.repeat(31_999)}  ${'x'.repeat(100)}`
  await openAppPage(`/chat/new?${new URLSearchParams({ text })}`)
  await vi.waitFor(async () => expect(await drafts()).toEqual(['x'.repeat(31_999)]))
  await vi.waitFor(() => expect(alerts()).toContain('The shared text was too long: only its beginning is here'))
})
