import 'fake-indexeddb/auto'
import { File as NodeFile } from 'node:buffer'
import { webcrypto } from 'node:crypto'
import { expect, it, onTestFinished, test, vi } from 'vitest'
import { MESSAGE_MAX } from '#contract/limits.ts'
import { attachFiles } from '#features/chat/attachments/attach-files.ts'
import {
  type AttachProblem,
  attachingFiles,
  trackAttaching,
  whenAttached,
} from '#features/chat/attachments/attaching.ts'
import { Composer } from '#features/chat/composer/composer.tsx'
import { database } from '#offline/database/database.ts'
import { readEntries } from '#offline/database/queries.ts'
import { readDraftFiles } from '#offline/files/draft-files.ts'
import { newId } from '#offline/outbox/new-entry.ts'
import { openChatPage, storeChat, userId } from '#support/browser/chat-page.tsx'
import { render, typeInto } from '#support/browser/render.tsx'

const contentsOf = async (chatId: string) => {
  const entries = await readEntries(database(), userId, chatId)
  return entries.map((entry) => (entry.kind === 'message.send' ? entry.body.content : entry.kind))
}

test('a message that is sent before the screen shows a stored file has the file', async () => {
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

/** Opens a chat and sends its text while a file is being prepared, which ends when `finish` is called. */
async function sendWhilePreparing(text: string) {
  const chatId = newId()
  await storeChat(chatId, 'Known')
  const page = await openChatPage(`/chat/${chatId}`)
  await vi.waitFor(() => expect(page.composer()).not.toBeNull())
  let finish = () => {}
  trackAttaching(
    new Promise<void>((resolve) => {
      finish = resolve
    }),
  )
  await page.type(text)
  await page.send()
  return { page, finish, contents: () => contentsOf(chatId) }
}

test('what is typed while the files of a message are prepared is sent with it', async () => {
  const { page, finish, contents } = await sendWhilePreparing('What is this?')
  await page.type(' It was on my desk.')
  finish()
  await vi.waitFor(async () => expect(await contents()).toEqual(['What is this? It was on my desk.']))
  await vi.waitFor(() => expect(page.composer()?.value).toBe(''))
})

test('a message that became too long while its files were prepared is not sent', async () => {
  const { page, finish, contents } = await sendWhilePreparing('What is this?')
  await page.type('a'.repeat(MESSAGE_MAX))
  finish()
  // Reads in the order of the composer, which has then checked the message.
  await whenAttached()
  await readDraftFiles(database(), userId, page.path().slice('/chat/'.length))
  await typeInto(page.composer() ?? expect.fail('no composer'), 'In short')
  await page.send()
  await vi.waitFor(async () => expect(await contents()).toEqual(['In short']))
})

test('a message whose chat is left while its files are prepared is sent with what was typed before', async () => {
  const { page, finish, contents } = await sendWhilePreparing('What is this?')
  await page.go('/chat')
  finish()
  await vi.waitFor(async () => expect(await contents()).toEqual(['What is this?']))
})

it.each<[what: string, problem: AttachProblem | null, answering: boolean, button: string, isDisabled: boolean]>([
  ['a refused file leaves “Send” disabled', 'file_too_large', false, 'Send', true],
  ['a refused file leaves “Stop” while an answer is being written', 'file_too_large', true, 'Stop', false],
  ['a file that is being prepared can be sent', null, true, 'Send', false],
])('%s', async (_, problem, answering, button, isDisabled) => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  )
  // jsdom does not scroll.
  Element.prototype.scrollIntoView = () => undefined
  onTestFinished(() => {
    vi.unstubAllGlobals()
    Reflect.deleteProperty(Element.prototype, 'scrollIntoView')
    attachingFiles.set([])
  })
  const chatId = newId()
  attachingFiles.set([{ id: newId(), userId, draftKey: chatId, name: 'a.zip', size: 1, preview: null, problem }])
  const rest = { userId, chatId, isNew: false, onSend: async () => true, onStop: () => undefined }
  const page = await render(<Composer ref={null} answering={answering} {...rest} />)
  const find = (name: string) => [...page.querySelectorAll('button')].find(({ ariaLabel }) => ariaLabel === name)
  await vi.waitFor(() => expect(page.textContent).toContain('a.zip'))
  expect(find(button === 'Send' ? 'Stop' : 'Send')).toBeUndefined()
  expect((find(button) ?? expect.fail(`no button ${button}`)).ariaDisabled === 'true').toBe(isDisabled)
})
