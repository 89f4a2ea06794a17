import 'fake-indexeddb/auto'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { loadTemporaryChat } from '#features/chat/temporary/lazy-temporary-chat.tsx'
import { database } from '#offline/database/database.ts'
import { newId } from '#offline/outbox/new-entry.ts'
import { blockDatabase, openChatPage, storeChat } from '#support/browser/chat-page.tsx'
import { clearAnnouncements, LiveRegions } from '#ui/feedback/live-region.tsx'
import { RouteAnnouncer } from '../../../src/routes/-root/route-announcer.tsx'

const herons = newId()
const taxes = newId()

beforeEach(async () => {
  clearAnnouncements()
  const db = database()
  await Promise.all(db.tables.map((table) => table.clear()))
  await Promise.all([storeChat(herons, 'Herons'), storeChat(taxes, 'Taxes')])
})

async function open(path: string) {
  const beside = (
    <>
      <LiveRegions />
      <RouteAnnouncer />
    </>
  )
  const opened = await openChatPage(path, { beside })
  const said = () => [...opened.page.querySelectorAll('[aria-live="polite"] > p')].map(({ textContent }) => textContent)
  const isNamed = (title: string) => vi.waitFor(() => expect(document.title).toBe(`${title} · Companion`))
  return { ...opened, said, isNamed }
}

describe('the window', () => {
  it('has the title of the open chat, which a navigation announces', async () => {
    const { go, said, isNamed } = await open(`/chat/${herons}`)
    await isNamed('Herons')
    expect(said()).toEqual([])
    await go(`/chat/${taxes}`)
    await isNamed('Taxes')
    await vi.waitFor(() => expect(said()).toEqual(['Taxes · Companion']))
    await go('/chat/new')
    await isNamed('New chat')
    // As the route does, before it is shown.
    await loadTemporaryChat()
    await go('/chat/temporary')
    await isNamed('Temporary chat')
    const all = ['Taxes · Companion', 'New chat · Companion', 'Temporary chat · Companion']
    await vi.waitFor(() => expect(said()).toEqual(all))
  })

  it('announces the title of a chat only when it has been read', async () => {
    const { go, said, isNamed, router } = await open('/chat/new')
    await isNamed('New chat')
    const release = await blockDatabase()
    await go(`/chat/${herons}`)
    await vi.waitFor(() => expect(router.state.resolvedLocation?.pathname).toBe(`/chat/${herons}`))
    expect(said()).toEqual([])
    await release()
    await vi.waitFor(() => expect(said()).toEqual(['Herons · Companion']))
  })

  it('follows a new title of the open chat without announcing it', async () => {
    const { said, isNamed } = await open(`/chat/${herons}`)
    await isNamed('Herons')
    await storeChat(herons, 'Egrets')
    await isNamed('Egrets')
    expect(said()).toEqual([])
  })

  it('announces nothing when the first message gives a new chat its address', async () => {
    const { type, send, path, router, said, isNamed } = await open('/chat/new')
    await isNamed('New chat')
    await type('Do storks clatter?')
    await send()
    await isNamed('Do storks clatter?')
    await vi.waitFor(() => expect(router.state.resolvedLocation?.pathname).toBe(path()))
    expect(path()).not.toBe('/chat/new')
    expect(said().filter((text) => text?.includes('Companion'))).toEqual([])
  })
})
