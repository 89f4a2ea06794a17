import 'fake-indexeddb/auto'
import { File as NodeFile } from 'node:buffer'
import { webcrypto } from 'node:crypto'
import { expect, it, vi } from 'vitest'
import { attachFiles } from '#features/chat/attachments/attach-files.ts'
import { attachingFiles, whenAttached } from '#features/chat/attachments/attaching.ts'
import { database } from '#offline/database/database.ts'
import { readEntries } from '#offline/database/queries.ts'
import { readDraftFiles } from '#offline/files/draft-files.ts'
import { newId } from '#offline/outbox/new-entry.ts'
import { openChatPage, storeChat, userId } from '#support/browser/chat-page.tsx'

it('a message that is sent before the screen shows a stored file has the file', async () => {
  const chatId = newId()
  await storeChat(chatId, 'Known')
  const page = await openChatPage(`/chat/${chatId}`)
  await vi.waitFor(() => expect(page.composer()).not.toBeNull())
  await page.type('with a file')

  // The files of jsdom cannot be read, and its `crypto` has no hashes.
  vi.stubGlobal('crypto', webcrypto)
  const file = new NodeFile(['content'], 'a.txt', { type: 'text/plain' }) as unknown as File
  attachFiles([file], { userId, draftKey: () => chatId })
  await whenAttached()
  // Stored, and no longer being prepared; the list on the screen is read again later.
  expect(attachingFiles.get()).toEqual([])
  await page.send()

  await vi.waitFor(() => expect(page.composer()?.value).toBe(''))
  const [entry] = await readEntries(database(), userId)
  expect(entry).toMatchObject({ kind: 'message.send', files: [{ name: 'a.txt' }] })
  expect(await readDraftFiles(database(), userId, chatId)).toEqual([])
})
