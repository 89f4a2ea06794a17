import 'fake-indexeddb/auto'
import { expect, test, vi } from 'vitest'
import { openPalette } from '#features/search/palette-state.ts'
import { SearchLayer } from '#features/search/search-layer.tsx'
import { openChatPage, storeChat, userId } from '#support/browser/chat-page.tsx'
import { interact, typeInto } from '#support/browser/render.tsx'
import { makeUser } from '#support/users/make-user.ts'

const [open, selected] = ['0190a7c0-0000-7000-8000-000000000001', '0190a7c0-0000-7000-8000-000000000002']

test('a chat that is chosen in the search gets what is typed while its page loads, not the search', async () => {
  Element.prototype.scrollIntoView = () => undefined
  await storeChat(open, 'Otters')
  await storeChat(selected, 'Herons')
  let isHeld = false
  const loading = Promise.withResolvers<void>()
  const { router, composer } = await openChatPage(`/chat/${open}`, {
    beforeLoad: () => (isHeld ? loading.promise : Promise.resolve()),
    beside: <SearchLayer user={makeUser(userId)} leaving={() => null} />,
  })
  await interact(() => openPalette(router))
  const field = () => document.querySelector<HTMLInputElement>('[role=dialog] [role=combobox]')
  await vi.waitFor(() => expect(document.activeElement).toBe(field() ?? expect.fail('no search')))
  await typeInto(field() ?? expect.fail('no search'), 'Herons')
  const option = () =>
    [...document.querySelectorAll('[role=option]')].find((each) => each.textContent?.includes('Herons'))
  await vi.waitFor(() => expect(option()).toBeDefined())

  const ending = { key: 'Enter', keyCode: 229, bubbles: true, cancelable: true }
  await interact(() => field()?.dispatchEvent(new KeyboardEvent('keydown', ending)))
  expect(router.state.location.pathname, 'Safari ends an IME composition so').toBe(`/chat/${open}`)
  isHeld = true
  await interact(() => {
    field()?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }))
    // The next key may follow at once: the dialog is still there then.
    expect(document.activeElement).not.toBe(field())
  })
  await vi.waitFor(() => expect(field()).toBeNull())
  expect(router.state.status).toBe('pending')
  await interact(() => document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'a', bubbles: true })))
  expect(document.activeElement).toBe(composer())
  loading.resolve()
  await vi.waitFor(() => expect(router.state.location.pathname).toBe(`/chat/${selected}`))
})
