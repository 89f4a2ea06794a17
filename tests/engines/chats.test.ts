import { describe, expect, inject, it } from 'vitest'
import { getMessages, listChats } from '#contract/endpoints/chats.ts'
import { createTestClient } from '#support/api/test-client.ts'
import { startTcpProxy } from '#support/servers/tcp-proxy.ts'
import type { ApiUser } from '../../scripts/demo/api-user.ts'
import { makeZip, plainChatGpt } from '../unit/import/exports.ts'
import { environmentForFile } from './support/engine-environment.ts'

const models = [
  { id: 'swift', label: 'Swift' },
  { id: 'thinker', label: 'Thinker' },
]
const environment = environmentForFile({ ASSISTANT_MODELS: JSON.stringify(models), ASSISTANT_MODEL: 'swift' })

declare global {
  interface Window {
    /** What the page has saved as a file. */
    savedText?: Promise<string>
  }
}

/** Runs in the page. Reads saved files instead of downloading them: no protocol observes downloads in all engines. */
const catchFiles = () => {
  const create = URL.createObjectURL
  URL.createObjectURL = (file: Blob) => {
    window.savedText = file.text()
    return create.call(URL, file)
  }
  HTMLAnchorElement.prototype.click = () => undefined
}

const client = () => createTestClient(environment.server.url)
const soon = { timeout: 10_000 }

/** A signed-in user at that address. */
async function openPage(path: string, user?: ApiUser) {
  const registered = user ?? (await environment.registerUser())
  // A new origin for each user, because WebKit may still have the previous user's session at an origin it has visited.
  const proxy = await startTcpProxy(environment.server.url)
  environment.atEnd(() => proxy.close())
  const visitor = await environment.visitor(proxy.url)
  const token = registered.authenticated.access
  await visitor.signIn(registered.authenticated)
  await visitor.open(path)
  return { visitor, token, listed: async () => (await client().call(listChats, { token })).results }
}

/** A user with one chat, which is open. */
async function openChat() {
  const user = await environment.registerUser()
  const chatId = await user.chat(['A first question'], 'Our chat')
  const { visitor, token, listed } = await openPage(`/chat/${chatId}`, user)
  await visitor.sees('You said: A first question', 'article')
  await visitor.hasLoadedChunks()
  return {
    ...{ chatId, visitor, listed },
    messages: async () => (await client().call(getMessages, { token, params: { id: chatId } })).messages,
    choose: async (item: string) => {
      await visitor.click('button', 'More about this chat')
      await visitor.click('menuitem', item)
    },
  }
}

describe(`In ${inject('engine')}, a visitor`, () => {
  it('chooses a model, rates the answer, and exports the chat', async () => {
    const { visitor, listed, messages, choose } = await openChat()
    await visitor.click('button', 'Model: Swift')
    await visitor.click('button', /^Thinker/)
    await visitor.ask('A second question')
    await visitor.sees('You said: A second question', 'article')
    expect(environment.model.requests.at(-1)?.model).toBe('thinker')
    await expect.poll(listed, soon).toMatchObject([{ model: 'thinker' }])

    await visitor.click('button', 'Helpful')
    const ratings = async () => (await messages()).flatMap(({ feedback }) => feedback?.rating ?? [])
    await expect.poll(ratings, soon).toEqual(['helpful'])

    await choose('Export chat')
    await visitor.isAt(/^\/export-chat\//)
    await visitor.tab.evaluate(catchFiles, null)
    await visitor.click('button', 'Markdown')
    const read = () => Promise.resolve(window.savedText).then((text = '') => text)
    const saved = await visitor.until('the file', async () => (await visitor.tab.evaluate(read, null)) || undefined)
    expect(saved).toContain('# Our chat')
    expect(saved).toContain('A second question')
  })

  it('pins and archives a chat, shares it for a while, deletes and restores it', async () => {
    const { chatId, visitor, listed, choose } = await openChat()
    await choose('Pin')
    await expect.poll(listed, soon).toMatchObject([{ is_pinned: true }])
    await choose('Archive')
    await expect.poll(listed, soon).toMatchObject([{ is_archived: true }])
    await visitor.click('button', 'Dismiss')

    await choose('Share')
    await visitor.click('button', 'Create link')
    await visitor.sees('Open the shared page', '[role=dialog]')
    const readLink = () => document.querySelector<HTMLAnchorElement>('[role=dialog] a[target=_blank]')?.href ?? ''
    const link = await visitor.tab.evaluate(readLink, null)
    const isShared = async () => (await (await fetch(link)).text()).includes('A first question')
    expect(await isShared()).toBe(true)
    await visitor.click('button', 'Stop sharing')
    await visitor.sees('Create link', '[role=dialog]')
    expect(await isShared()).toBe(false)
    await visitor.click('button', 'Close')

    await choose('Delete')
    await visitor.sees('Chat deleted')
    await visitor.click('button', 'Dismiss')
    await expect.poll(listed, soon).toEqual([])
    await visitor.click('button', 'Chats')
    await visitor.click('button', 'Show')
    await visitor.click('menuitem', 'Recently deleted')
    await visitor.click('button', 'Restore: Our chat')
    await expect.poll(listed, soon).toMatchObject([{ id: chatId, is_pinned: true, is_archived: true }])
  })
  it('imports chats from a ZIP file, and a second import of it adds no duplicates', async () => {
    const { visitor, listed } = await openPage('/import-chats')
    const zip = makeZip({ 'conversations.json': JSON.stringify([plainChatGpt('c1')]) })
    const file = { name: 'export.zip', type: 'application/zip', bytes: new Uint8Array(await zip.arrayBuffer()) }
    await visitor.sees('Choose a file')
    await visitor.choose('input[type=file]', [file])
    await visitor.click('button', 'Import 1 chat')
    await visitor.sees('1 chat was imported')
    expect(await listed()).toMatchObject([{ title: 'Herons' }])
    await visitor.click('button', 'Another file')
    await visitor.choose('input[type=file]', [file])
    await visitor.sees('There is nothing new in this file.')
    expect(await listed()).toMatchObject([{ title: 'Herons' }])
  })

  it('uses a temporary chat, of which nothing is left when it is closed', async () => {
    const { visitor, listed } = await openPage('/chat/temporary')
    await visitor.sees('Nothing of this chat is saved')
    await visitor.ask('A passing thought')
    await visitor.sees('You said: A passing thought', 'article')
    await visitor.click('button', 'Close temporary chat')
    await visitor.click('button', 'Close and lose it')
    await visitor.isAt(/^\/chat\/new$/)
    await visitor.seesNo('A passing thought')
    expect(await listed()).toEqual([])
    await visitor.hasLoadedChunks()
  })
})
