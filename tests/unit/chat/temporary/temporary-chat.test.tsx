import 'fake-indexeddb/auto'
import { expect, test, vi } from 'vitest'
import { readCareClosed } from '#features/chat/care/care.ts'
import { database } from '#offline/database/database.ts'
import { openChatPage } from '#support/browser/chat-page.tsx'
import { interact, render } from '#support/browser/render.tsx'
import { announce, LiveRegions } from '#ui/feedback/live-region.tsx'

const button = (name: string) =>
  [...document.querySelectorAll('button')].find((each) => (each.ariaLabel ?? each.textContent) === name)
const press = async (name: string) => {
  await vi.waitFor(() => expect(button(name)).toBeDefined())
  await interact(() => button(name)?.click())
}
const isAsked = () => document.querySelector('[role=alertdialog]') !== null

test('a temporary chat asks once before it is left, and only if something was written', async () => {
  const page = await openChatPage('/chat/temporary')
  await vi.waitFor(() => expect(page.composer()).not.toBeNull())
  expect(page.page.textContent).toContain('Nothing of this chat is saved')
  await page.type('A secret plan')
  await page.go('/chat/new')
  await vi.waitFor(() => expect(isAsked()).toBe(true))
  await press('Stay')
  await vi.waitFor(() => expect(isAsked()).toBe(false))
  expect([page.path(), page.composer()?.value]).toEqual(['/chat/temporary', 'A secret plan'])

  // The server does not respond: the question is shown, and is no entry of the outbox.
  await page.send()
  await vi.waitFor(() => expect(page.page.textContent).toContain('A secret plan'))
  const tables = await Promise.all(database().tables.map((table) => table.toArray()))
  expect(JSON.stringify(tables)).not.toContain('secret plan')

  await press('Close temporary chat')
  await press('Close and lose it')
  await vi.waitFor(() => expect(page.path()).toBe('/chat/new'))
  await page.go('/chat/temporary')
  await vi.waitFor(() => expect(page.page.textContent).toContain('Nothing of this chat is saved'))
  await page.go('/chat/new')
  await vi.waitFor(() => expect(page.path()).toBe('/chat/new'))
  expect(isAsked()).toBe(false)
})

test('a temporary chat keeps the text in its field without a network', async () => {
  const page = await openChatPage('/chat/temporary')
  await vi.waitFor(() => expect(page.composer()).not.toBeNull())
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  await interact(() => window.dispatchEvent(new Event('offline')))
  expect(page.page.textContent).toContain('A temporary chat needs a connection')
  await page.type('A secret plan')
  await page.send()
  expect(page.composer()?.value).toBe('A secret plan')
  expect(page.page.querySelectorAll('article')).toHaveLength(0)
})

test('a temporary chat takes what was announced to screen readers with it', async () => {
  const page = await openChatPage('/chat/temporary')
  await vi.waitFor(() => expect(page.composer()).not.toBeNull())
  const regions = await render(<LiveRegions />)
  await interact(() => announce('A secret answer'))
  expect(regions.textContent).toBe('A secret answer')
  await page.go('/chat/new')
  await vi.waitFor(() => expect(page.path()).toBe('/chat/new'))
  // Sooner than announcements are removed by themselves.
  await vi.waitFor(() => expect(regions.textContent).not.toContain('secret'), { timeout: 4000 })
})

test('a temporary chat takes its care card with it, and keeps none away for a day', async () => {
  const { page, composer, type, go, path } = await openChatPage('/chat/temporary')
  const card = () => page.querySelector('section[aria-label="Somebody to talk to"]')
  await vi.waitFor(() => expect(composer()).not.toBeNull())
  await type('I want to die')
  await vi.waitFor(() => expect(card()).not.toBeNull())
  await go('/chat/new')
  await press('Close and lose it')
  await vi.waitFor(() => expect(path()).toBe('/chat/new'))
  await go('/chat/temporary')
  await vi.waitFor(() => expect(page.textContent).toContain('Nothing of this chat is saved'))
  expect(card()).toBeNull()
  expect(await readCareClosed()).toBe(0)
})
