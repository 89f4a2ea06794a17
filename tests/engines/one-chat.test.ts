import { describe, expect, inject, it } from 'vitest'
import { getMessages, listChats } from '#contract/endpoints/chats.ts'
import { createTestClient } from '#support/api/test-client.ts'
import { stageForFile } from './support/engine-environment.ts'

const models = [
  { id: 'swift', label: 'Swift' },
  { id: 'thinker', label: 'Thinker' },
]
const stage = stageForFile({ ASSISTANT_MODELS: JSON.stringify(models), ASSISTANT_MODEL: 'swift' })

declare global {
  interface Window {
    /** What the page has saved as a file. */
    savedText?: Promise<string>
  }
}

/** Runs in the page: saved files are read, not downloaded, which no protocol observes in all engines. */
const catchFiles = () => {
  const create = URL.createObjectURL
  URL.createObjectURL = (file: Blob) => {
    window.savedText = file.text()
    return create.call(URL, file)
  }
  HTMLAnchorElement.prototype.click = () => undefined
}

const client = () => createTestClient(stage.server.url)
const soon = { timeout: 10_000 }

/** A user with one chat, which is open. */
async function openChat() {
  const user = await stage.registerUser()
  const chatId = await user.chat(['A first question'], 'Our chat')
  const visitor = await stage.visitor()
  const token = user.authenticated.access
  await visitor.signIn(user.authenticated)
  await visitor.open(`/chat/${chatId}`)
  return {
    ...{ chatId, visitor },
    listed: async () => (await client().call(listChats, { token })).results,
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
    expect(stage.model.requests.at(-1)?.model).toBe('thinker')
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
})
