import 'fake-indexeddb/auto'
import { afterEach, expect, test, vi } from 'vitest'
import { LastSync } from '#features/settings/sync/last-sync.tsx'
import { UnsentList } from '#features/settings/sync/unsent/unsent-list.tsx'
import { type UnsentItemData, useUnsent } from '#features/settings/sync/unsent/use-unsent.ts'
import { database } from '#offline/database/database.ts'
import { freshEntry } from '#offline/outbox/new-entry.ts'
import { interact, render } from '#support/browser/render.tsx'

vi.mock('#offline/sync/sync-now.ts', () => ({ syncNow: async () => undefined }))

const userId = 7
let isOnline = true
vi.spyOn(navigator, 'onLine', 'get').mockImplementation(() => isOnline)

function go(online: boolean): Promise<void> {
  isOnline = online
  return interact(() => window.dispatchEvent(new Event(online ? 'online' : 'offline')))
}

function Unsent() {
  const unsent = useUnsent(userId)
  return unsent && <UnsentList userId={userId} unsent={unsent} />
}

afterEach(async () => {
  isOnline = true
  await database().outbox.clear()
})

test('"Retry" is offered for waiting entries only where there is a network', async () => {
  await go(false)
  const entry = freshEntry(userId, crypto.randomUUID())
  const error = { code: 'network', status: 0, message: 'Failed to fetch' }
  await database().outbox.add({ ...entry, kind: 'profile.update', body: { tone: 'dry' }, error })
  const page = await render(<Unsent />)
  const buttons = () => [...page.querySelectorAll('button')].map(({ textContent }) => textContent)
  await vi.waitFor(() => expect(page.textContent).toContain('Change of your settings'))
  expect(buttons()).toEqual(['Discard'])
  // The text above says why the entries wait, so they do not each name the server.
  expect(page.textContent).not.toContain('The server could not be reached')
  await go(true)
  expect(buttons()).toEqual(['Retry all', 'Retry', 'Discard'])
  expect(page.textContent).toContain('The server could not be reached')
})

test('the focus goes from a discarded entry to the heading of the list', async () => {
  await import('#ui/dialog/dialog-popup.tsx')
  const entry = freshEntry(userId, crypto.randomUUID())
  await database().outbox.add({ ...entry, kind: 'profile.update', body: { tone: 'dry' } })
  const page = await render(<Unsent />)
  const press = (root: ParentNode | null) =>
    interact(() => {
      const button = [...(root?.querySelectorAll('button') ?? [])].find(({ textContent }) => textContent === 'Discard')
      button?.focus()
      button?.click()
    })
  await vi.waitFor(() => expect(page.textContent).toContain('Change of your settings'))
  await press(page)
  await vi.waitFor(() => expect(document.querySelector('[role="alertdialog"] button')).not.toBeNull())
  await press(document.querySelector('[role="alertdialog"]'))
  await vi.waitFor(() => expect(page.textContent).toContain('Everything is sent.'))
  await vi.waitFor(() => expect(document.activeElement?.textContent).toBe('Waiting to be sent'))
})

test.each(['Retry', 'Retry all'])('the focus goes from "%s" to the heading of the list', async (name) => {
  const entry = freshEntry(userId, crypto.randomUUID())
  await database().outbox.add({ ...entry, kind: 'profile.update', body: { tone: 'dry' } })
  const page = await render(<Unsent />)
  const find = () => [...page.querySelectorAll('button')].find(({ textContent }) => textContent === name)
  await vi.waitFor(() => expect(find()).toBeDefined())
  await interact(() => find()?.focus())
  if (name === 'Retry') await interact(() => database().outbox.toCollection().modify({ state: 'sending' }))
  else await interact(() => database().outbox.clear())
  await vi.waitFor(() => expect(find()).toBeUndefined())
  await vi.waitFor(() => expect(document.activeElement?.textContent).toBe('Waiting to be sent'))
})

test('an unsent change of a chat without a title names it as the history does', async () => {
  const entry = freshEntry(userId, crypto.randomUUID())
  await database().outbox.add({ ...entry, kind: 'chat.update', body: { is_pinned: true } })
  const shown = { entry: await database().outbox.toCollection().first(), title: '', hasChat: false }
  const page = await render(<UnsentList userId={userId} unsent={[shown as UnsentItemData]} />)
  expect(page.textContent).toContain('Pin chat · New chat')
  expect(page.querySelector('button[aria-label="Discard: New chat"]')).not.toBeNull()
})

test('the time of the last sync and the text about the network are separate', async () => {
  const finishedAt = Date.parse('2026-11-22T10:06:00')
  await go(false)
  const page = await render(<LastSync userId={userId} finishedAt={finishedAt} unsent={0} />)
  const status = page.querySelector('[role="status"]')
  expect(status?.textContent).toBe('You are offline. Syncing needs a network.')
  const [time, sentence] = [page.querySelector('time')?.closest('p'), status?.closest('p')]
  expect(time).not.toBeNull()
  expect(sentence).not.toBeNull()
  expect(time).not.toBe(sentence)
})

test('a sync claims that everything is up to date only when nothing waits to be sent', async () => {
  const page = await render(
    <>
      <LastSync userId={userId} finishedAt={null} unsent={0} />
      <LastSync userId={userId} finishedAt={null} unsent={1} />
    </>,
  )
  await interact(() => {
    for (const button of page.querySelectorAll('button')) button.click()
  })
  const texts = () => [...page.querySelectorAll('[role="status"]')].map(({ textContent }) => textContent)
  await vi.waitFor(() => expect(texts()).toEqual(['Everything is up to date.', '']))
})
