import 'fake-indexeddb/auto'
import { expect, onTestFinished, test, vi } from 'vitest'
import { StorageUsed, useStoredCounts } from '#features/settings/sync/storage/storage-used.tsx'
import { database } from '#offline/database/database.ts'
import { addDraftFile } from '#offline/files/draft-files.ts'
import { newId } from '#offline/outbox/new-entry.ts'
import { interact, render } from '#support/browser/render.tsx'

const userId = 7

function Meter() {
  const stored = useStoredCounts(userId)
  return stored && <StorageUsed stored={stored} />
}

test('the storage meter counts attached files and reads the estimate again when there is another', async () => {
  let usage = 1_000_000
  const storage = { estimate: async () => ({ usage, quota: 50_000_000, usageDetails: { indexedDB: 500_000 } }) }
  const before = Object.getOwnPropertyDescriptor(navigator, 'storage')
  Object.defineProperty(navigator, 'storage', { value: storage, configurable: true })
  onTestFinished(() => {
    if (before) Object.defineProperty(navigator, 'storage', before)
    else Reflect.deleteProperty(navigator, 'storage')
  })
  const page = await render(<Meter />)
  await vi.waitFor(() => expect(page.textContent).toContain('Storage used: 1 MB of 50 MB'))
  expect(page.textContent).toContain('0 chats, 0 messages: 500 kB of it.')
  usage = 9_000_000
  const stored = { bytes: new ArrayBuffer(13), thumbnail: null }
  const file = { id: newId(), name: 'letter.txt', media_type: 'text/plain', size: 13, sha256: '0'.repeat(64) } as const
  await interact(() => addDraftFile(database(), userId, 'new', { ...file, width: null, height: null }, stored))
  await vi.waitFor(() => expect(page.textContent).toContain('0 messages, 1 file: 500 kB of it.'))
  await vi.waitFor(() => expect(page.textContent).toContain('Storage used: 9 MB of 50 MB'))
})
