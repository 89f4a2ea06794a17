import 'fake-indexeddb/auto'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Message } from '#contract/objects/chat.ts'
import type { PublicConfig } from '#contract/objects/config.ts'
import type { Model } from '#contract/objects/model.ts'
import { configQuery } from '#data/config-query.ts'
import { modelsQuery } from '#data/models.ts'
import { queryClient } from '#data/query-client.ts'
import { modelLabel } from '#data/remembered-models.ts'
import { changeChatProfile } from '#data/use-chat-profile.ts'
import { buildRows } from '#features/chat/thread/rows/build-rows.ts'
import { ModelSetting } from '#features/settings/conversation/model-setting.tsx'
import { database } from '#offline/database/database.ts'
import { readEntries } from '#offline/database/queries.ts'
import { readDraftModel } from '#offline/drafts/draft-model.ts'
import { appendDraftFiles } from '#offline/files/draft-files.ts'
import { newId } from '#offline/outbox/new-entry.ts'
import { openChatPage, storeChat, userId } from '#support/browser/chat-page.tsx'
import { interact, render } from '#support/browser/render.tsx'

const config: PublicConfig = {
  ...{ app_name: 'Companion', google_client_id: null, payments: 'sandbox', vapid_public_key: null },
  ...{ web_search: false, files: true, scoring: false, mail: false, error_reports: false },
  assistant: { name: 'swift', kind: 'model', vision: false },
}
const common = { description: '', vision: false, tools: true, context: null, is_default: false }
const models: Model[] = [
  { ...common, id: 'swift', label: 'Swift', description: 'Quick answers', is_default: true },
  { ...common, id: 'thorough', label: 'Thorough', vision: true },
]
const serve = (list: readonly Model[] | null) => {
  queryClient.setQueryData(configQuery.queryKey, {
    ...config,
    assistant: { ...config.assistant, is_choice: list !== null },
  })
  if (list) queryClient.setQueryData(modelsQuery('en').queryKey, [...list])
}
const sent = async (chat: string) =>
  (await readEntries(database(), userId))
    .filter(({ queueKey }) => queueKey === chat)
    .map(({ kind, body }) => ({ kind, ...body }))
const picker = () => document.querySelector<HTMLButtonElement>('button[aria-label^="Model: "]')
const shown = (label: string) => vi.waitFor(() => expect(picker()?.textContent).toBe(label))
const pick = async (label: string) => {
  await interact(() => picker()?.click())
  await vi.waitFor(() => expect(document.querySelector('[role="dialog"]')).not.toBeNull())
  const options = [...document.querySelectorAll<HTMLButtonElement>('[role="dialog"] li button')]
  await interact(() => options.find(({ textContent }) => textContent?.startsWith(label))?.click())
}

beforeEach(() => {
  queryClient.clear()
  serve(models)
})

describe('the model of a chat', () => {
  const open = async () => {
    const chat = newId()
    await storeChat(chat, 'Tides')
    return { chat, ...(await openChatPage(`/chat/${chat}`)) }
  }

  it('is chosen in a sheet, queued like other changes, and carried by the messages that are written then', async () => {
    const { chat, type, send } = await open()
    await shown('Swift')
    await type('Quickly')
    await send()
    await vi.waitFor(async () => expect(await sent(chat)).toHaveLength(1))
    await pick('Thorough')
    await shown('Thorough')
    await type('Slowly')
    await send()
    await vi.waitFor(async () => expect(await sent(chat)).toHaveLength(3))
    expect(await sent(chat)).toMatchObject([
      { kind: 'message.send', content: 'Quickly', model: 'swift' },
      { kind: 'chat.update', model: 'thorough' },
      { kind: 'message.send', content: 'Slowly', model: 'thorough' },
    ])
    expect(await database().chats.get([userId, chat])).toMatchObject({ model: 'thorough' })
  })

  it('is stored with the first message of a new chat', async () => {
    const { type, send } = await openChatPage('/chat/new')
    await shown('Swift')
    await pick('Thorough')
    await shown('Thorough')
    const text = `First ${newId()}`
    await type(text)
    await send()
    const find = async () =>
      (await readEntries(database(), userId)).find(({ body }) => 'content' in body && body.content === text)
    await vi.waitFor(async () => expect(await find()).toBeDefined())
    const chat = (await find())?.queueKey ?? ''
    expect(await sent(chat)).toMatchObject([
      { kind: 'chat.create' },
      { kind: 'message.send', model: 'thorough' },
      { kind: 'chat.update', model: 'thorough' },
    ])
  })

  it('is restored with the draft of a new chat when the app was closed before the first message', async () => {
    await openChatPage('/chat/new')
    await shown('Swift')
    await pick('Thorough')
    await shown('Thorough')
    await vi.waitFor(async () => expect(await readDraftModel(database(), userId)).toBe('thorough'))
    // Another new chat has nothing in common with the first but what is stored.
    document.body.replaceChildren()
    const again = await openChatPage('/chat/new')
    await shown('Thorough')
    const text = `First ${newId()}`
    await again.type(text)
    await again.send()
    const find = async () =>
      (await readEntries(database(), userId)).find(({ body }) => 'content' in body && body.content === text)
    await vi.waitFor(async () => expect(await find()).toBeDefined())
    expect(await sent((await find())?.queueKey ?? '')).toMatchObject([
      { kind: 'chat.create' },
      { kind: 'message.send', model: 'thorough' },
      { kind: 'chat.update', model: 'thorough' },
    ])
    expect(await readDraftModel(database(), userId)).toBeNull()
    await vi.waitFor(() => expect(again.path()).not.toBe('/chat/new'))
    await again.go('/chat/new')
    await shown('Swift')
  })

  it('is that of the settings, which a message names, where the chat has none', async () => {
    const { chat, type, send } = await open()
    await shown('Swift')
    await interact(() => changeChatProfile({ model: 'thorough' }))
    await shown('Thorough')
    await type('Slowly')
    await send()
    await vi.waitFor(async () => expect(await sent(chat)).toMatchObject([{ model: 'thorough' }]))
    await interact(() => changeChatProfile({ model: null }))
    await shown('Swift')
  })

  it('shows the default where the chosen one is gone, and still names the chosen one to the server', async () => {
    const chat = newId()
    await storeChat(chat, 'Tides')
    await database().chats.update([userId, chat], { model: 'gone-since' })
    const { type, send } = await openChatPage(`/chat/${chat}`)
    await vi.waitFor(() => expect(document.querySelector('h1')?.textContent).toBe('Tides'))
    await shown('Swift')
    await type('Anybody')
    await send()
    await vi.waitFor(async () => expect(await sent(chat)).toMatchObject([{ model: 'gone-since' }]))
  })

  it('decides whether the composer says that pictures are not seen', async () => {
    const chat = newId()
    const picture = { id: newId(), name: 'a.png', media_type: 'image/png', size: 9, sha256: '', width: 1, height: 1 }
    await storeChat(chat, 'Tides')
    await appendDraftFiles(database(), userId, chat, [picture])
    const { page } = await openChatPage(`/chat/${chat}`)
    const blind = 'This assistant cannot see pictures. It is told only their names.'
    await vi.waitFor(() => expect(page.textContent).toContain(blind))
    await pick('Thorough')
    await vi.waitFor(() => expect(page.textContent).not.toContain(blind))
    expect(page.textContent).toContain('a.png')
  })

  it('is known without a server that answers, from what it said last', async () => {
    // Whatever shows the models remembers them.
    await render(<ModelSetting />)
    queryClient.clear()
    const { chat, type, send } = await open()
    await shown('Swift')
    await pick('Thorough')
    await shown('Thorough')
    await type('Offline')
    await send()
    await vi.waitFor(async () => expect(await sent(chat)).toHaveLength(2))
  })

  it('is neither shown nor sent where there is one only, in the chat and in the settings', async () => {
    serve(null)
    const { chat, type, send } = await open()
    await type('Plainly')
    await send()
    await vi.waitFor(async () => expect(await sent(chat)).toHaveLength(1))
    expect((await sent(chat))[0]).not.toHaveProperty('model')
    expect(picker()).toBeNull()
    expect((await render(<ModelSetting />)).textContent).toBe('')
    expect(modelLabel('thorough')).toBe('Thorough')
  })
})

describe('a model that was gone', () => {
  /** The nth question with its answer. */
  const exchange = (n: number, replaced_model: string | null): Message[] => {
    const fixed = { chat: 'c', content: 'So.', status: 'complete', failure: null, version: 1, replaces: null } as const
    const rest = { ...fixed, created_at: '', updated_at: '', superseded_by: null, has_reasoning: false, scores: null }
    const parent = n === 1 ? null : `q${n - 1}`
    return [
      { ...rest, id: `q${n}`, role: 'user', seq: 2 * n - 1, reply_to: null, parent },
      { ...rest, id: `a${n}`, role: 'assistant', seq: 2 * n, reply_to: `q${n}`, model: 'swift', replaced_model },
    ]
  }

  it('is named once, at the first answer in which another one replaces it', () => {
    const messages = [null, 'old', 'old', 'other', 'old'].flatMap((replaced, i) => exchange(i + 1, replaced))
    const gone = buildRows(messages, [], []).flatMap((row) => (row.kind === 'answer' ? [row.gone] : []))
    expect(gone).toEqual([undefined, 'old', undefined, 'other', undefined])
  })
})
