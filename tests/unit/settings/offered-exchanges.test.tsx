import 'fake-indexeddb/auto'
import { expect, onTestFinished, test, vi } from 'vitest'
import { OfferedExchanges } from '#features/settings/sessions/offered-exchanges.tsx'
import { database } from '#offline/database/database.ts'
import { readEntries } from '#offline/database/queries.ts'
import { adopt, resetSession } from '#session/state/session-atom.ts'
import { interact, render } from '#support/browser/render.tsx'
import { makeAuthenticated } from '#support/users/make-user.ts'

vi.mock('@tanstack/react-router', () => ({
  Link: ({ params, children }: { params: { chatId: string }; children: string }) => (
    <a href={`/chat/${params.chatId}`}>{children}</a>
  ),
}))
vi.mock('#ui/use-online.ts', () => ({ useOnline: () => false }))

const userId = 7
const [message, chat] = [crypto.randomUUID(), crypto.randomUUID()]
const state = { ratings: 0, is_reported: false, is_withdrawn: true }
const offered_at = '2026-01-02T00:00:00.000Z'
const withdrawn = { message, chat, question: '', answer: '', language: 'en', offered_at, ...state } as const

test('an offer that an admin has withdrawn is told, leads to its chat, and is taken off the list', async () => {
  onTestFinished(resetSession)
  adopt({ generation: 1, session: { ...makeAuthenticated(userId), generation: 1 } })
  await database().profiles.put({ userId, id: 'offers', offers: [withdrawn] })
  const page = await render(<OfferedExchanges userId={userId} />)
  await vi.waitFor(() => expect(page.textContent).toContain('withdrawn by whoever runs this server'))
  expect(page.querySelector('a')?.getAttribute('href')).toBe(`/chat/${chat}`)
  await interact(() => page.querySelector('button')?.click())
  // The group stays until the page is left, because its heading receives the focus.
  await vi.waitFor(() => expect(page.textContent).toBe('Offered for ratingYou offer nothing for rating any more.'))
  const entries = await readEntries(database(), userId)
  expect(entries).toMatchObject([{ kind: 'exchange.withdraw', body: { message } }])
})

test('a long question that is offered is never cut within a pair of surrogates', async () => {
  onTestFinished(resetSession)
  adopt({ generation: 1, session: { ...makeAuthenticated(userId), generation: 1 } })
  const question = `a${'😀'.repeat(100)}`
  const offer = { ...withdrawn, message: crypto.randomUUID(), question, is_withdrawn: false }
  await database().profiles.put({ userId, id: 'offers', offers: [offer] })
  const page = await render(<OfferedExchanges userId={userId} />)
  await vi.waitFor(() => expect(page.querySelector('span[dir="auto"]')?.textContent).toBe(`a${'😀'.repeat(49)}…`))
})
