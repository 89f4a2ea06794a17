import 'fake-indexeddb/auto'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Message } from '#contract/objects/chat.ts'
import type { PublicConfig } from '#contract/objects/config.ts'
import { knownConfig } from '#data/config.ts'
import { configQuery } from '#data/config-query.ts'
import { queryClient } from '#data/query-client.ts'
import { Markdown } from '#features/chat/markdown/markdown.tsx'
import { AnswerSources } from '#features/chat/web-search/answer-sources.tsx'
import { searchOption, setWebSearch } from '#features/chat/web-search/web-search-setting.ts'
import { database } from '#offline/database/database.ts'
import { readEntries } from '#offline/database/queries.ts'
import { eraseMessage } from '#offline/outbox/enqueue-message-changes.ts'
import { newId } from '#offline/outbox/new-entry.ts'
import { openChatPage, storeChat, userId } from '#support/browser/chat-page.tsx'
import { interact, render } from '#support/browser/render.tsx'

const config: PublicConfig = {
  app_name: 'Companion',
  google_client_id: null,
  assistant: { name: 'small-model', kind: 'model', vision: false },
  payments: 'sandbox',
  web_search: true,
  files: false,
  scoring: false,
  mail: false,
  error_reports: false,
  vapid_public_key: null,
}
const has = (web_search: boolean) => {
  queryClient.setQueryData(configQuery.queryKey, { ...config, web_search })
  knownConfig.set({ ...config, web_search })
}

const sources = [
  { n: 1, url: 'https://tides.test/today', title: 'Tides today', site: 'tides.test' },
  { n: 2, url: 'javascript:alert(1)', title: 'A trap', site: 'trap.test' },
  { n: 3, url: 'https://moon.test/', title: 'moon.test', site: 'moon.test' },
]

beforeEach(() => {
  queryClient.clear()
  setWebSearch(false)
  localStorage.clear()
})

describe('the switch for web search', () => {
  const open = async () => {
    const chat = newId()
    await storeChat(chat, 'Tides')
    return { chat, ...(await openChatPage(`/chat/${chat}`)) }
  }
  const sent = async (chat: string) =>
    (await readEntries(database(), userId)).filter(({ queueKey }) => queueKey === chat).map(({ body }) => body)
  const button = () => document.querySelector<HTMLButtonElement>('button[aria-label="Search the web"]')

  it('is shown only where the server can search, and puts its state into what is sent', async () => {
    has(true)
    const { chat, type, send } = await open()
    await vi.waitFor(() => expect(button()?.ariaPressed).toBe('false'))
    await type('Without')
    await send()
    await vi.waitFor(async () => expect(await sent(chat)).toHaveLength(1))
    await interact(() => button()?.click())
    expect(button()?.ariaPressed).toBe('true')
    await type('With')
    await send()
    await vi.waitFor(async () => expect(await sent(chat)).toHaveLength(2))
    const bodies = await sent(chat)
    expect(bodies).toMatchObject([{ content: 'Without' }, { content: 'With', search: true }])
    expect(bodies[0]).not.toHaveProperty('search')
    await interact(() => has(false))
    await vi.waitFor(() => expect(button()).toBeNull())
  })

  it('asks for no search on a server without one, and is remembered by the device where the server is unknown', () => {
    knownConfig.set(undefined)
    setWebSearch(true)
    expect(searchOption()).toEqual({ search: true })
    has(false)
    expect(searchOption()).toEqual({})
    has(true)
    expect(searchOption()).toEqual({ search: true })
    setWebSearch(false)
    expect(searchOption()).toEqual({})
  })
})

describe('the sources of an answer', () => {
  const text = 'High at 6:40 [1][2], see `a[1]` and [9] or [1](https://other.test/).\n\n    code[1]\n\n- twice [1]'

  it('are linked from their numbers in the text, and from nothing else', async () => {
    const page = await render(<Markdown text={text} sources={sources} />)
    const links = [...page.querySelectorAll('a')].map((link) => [link.textContent, link.getAttribute('href'), link.rel])
    const rel = 'noopener noreferrer nofollow'
    expect(links).toEqual([
      ['[1]', 'https://tides.test/today', rel],
      ['1', 'https://other.test/', rel],
      ['[1]', 'https://tides.test/today', rel],
    ])
    expect(page.textContent).toContain('6:40 [1][2], see a[1] and [9]')
    expect(page.querySelector('pre')?.textContent).toContain('code[1]')
  })

  it('change nothing in an answer without them', async () => {
    const page = await render(<Markdown text={'So [1] it is.\n\n[1]: https://other.test/'} />)
    expect(page.querySelector('a')?.getAttribute('href')).toBe('https://other.test/')
  })

  it('are listed with their sites, and lead only to web pages', async () => {
    const page = await render(<AnswerSources search={{ query: null, sources, problem: null }} />)
    const items = [...page.querySelectorAll('li')].map((item) => item.textContent)
    expect(items).toEqual(['[1]Tides today tides.test', '[2]A trap trap.test', '[3]moon.test'])
    const links = [...page.querySelectorAll('a')].map((link) => link.getAttribute('href'))
    expect(links).toEqual(['https://tides.test/today', null, 'https://moon.test/'])
  })

  it.each([
    ['limit_reached', 'No web searches are left in this period. The answer goes on without.'],
    ['nothing_found', 'The web search found nothing for this.'],
    ['unavailable', 'The web search did not respond. The answer goes on without.'],
    ['a_newer_code', 'The web search did not respond. The answer goes on without.'],
  ])('are replaced by one line when there is a problem: %s', async (problem, says) => {
    const page = await render(<AnswerSources search={{ query: null, sources: [], problem }} />)
    expect(page.textContent).toBe(says)
  })

  it('are preceded by what is being looked up', async () => {
    const page = await render(<AnswerSources search={{ query: 'tides <b>', sources: [], problem: null }} />)
    expect(page.textContent).toBe('Searching the web for “tides <b>”')
  })

  it('are deleted from the device with the message', async () => {
    const [id, chat, time] = [newId(), newId(), new Date().toISOString()]
    const message = {
      ...{
        id,
        chat,
        role: 'assistant',
        content: 'At 6:40 [1].',
        status: 'complete',
        failure: null,
        seq: 2,
        version: 1,
      },
      ...{ created_at: time, updated_at: time, reply_to: null, replaces: null, superseded_by: null, scores: null },
      ...{ has_reasoning: false, sources, search_problem: null },
    } satisfies Message
    await database().messages.put({ ...message, userId })
    await eraseMessage(database(), userId, chat, id)
    expect(await database().messages.get([userId, id])).not.toHaveProperty('sources')
  })
})
