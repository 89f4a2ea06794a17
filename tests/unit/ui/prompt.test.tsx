import { expect, onTestFinished, test, vi } from 'vitest'
import { interact, render } from '#support/browser/render.tsx'
import { closePrompt, showPrompt } from '#ui/feedback/prompt.ts'
import { PromptBar } from '#ui/feedback/prompt-bar.tsx'
import { PromptSlot } from '#ui/feedback/prompt-slot.tsx'

const press = (page: HTMLElement, name: string) =>
  interact(() => [...page.querySelectorAll('button')].find(({ textContent }) => textContent === name)?.click())

const answer = (label: string, onSelect = () => {}) => ({ label, onSelect })
const texts = (page: HTMLElement) => [...page.querySelectorAll('aside p')].map(({ textContent }) => textContent)

test('a prompt is announced and stays until it is answered, and its action runs once', async () => {
  const page = await render(<PromptBar />)
  const onSelect = vi.fn()
  await interact(() => showPrompt({ id: 'a', text: 'A new version is ready', actions: [answer('Reload', onSelect)] }))
  expect(page.querySelector('[role="status"]')?.textContent).toContain('A new version is ready')
  expect(document.documentElement.hasAttribute('data-prompt')).toBe(true)
  await press(page, 'Reload')
  expect(onSelect).toHaveBeenCalledOnce()
  expect(texts(page)).toEqual([])
  expect(document.documentElement.hasAttribute('data-prompt')).toBe(false)
})

test('one prompt is shown at a time, an urgent one first, then the other returns', async () => {
  const page = await render(<PromptBar />)
  await interact(() => {
    showPrompt({ id: 'a', text: 'Keep it?', actions: [answer('No')] })
    showPrompt({ id: 'b', text: 'Another?', actions: [answer('Yes')] })
  })
  expect(texts(page)).toEqual(['Keep it?'])
  await interact(() => showPrompt({ id: 'c', text: 'First this', actions: [answer('Do it')], urgent: true }))
  expect(texts(page)).toEqual(['First this'])
  await press(page, 'Do it')
  expect(texts(page)).toEqual(['Keep it?'])
  await interact(() => showPrompt({ id: 'a', text: '¿Guardarlo?', actions: [answer('No')] }))
  expect(texts(page)).toEqual(['¿Guardarlo?'])
  await interact(() => closePrompt('a'))
  expect(texts(page)).toEqual(['Another?'])
  await press(page, 'Yes')
  expect(texts(page)).toEqual([])
})

test('a prompt stands in the place of the page for it, and one for a chat waits for that place', async () => {
  const page = await render(<PromptBar />)
  await interact(() => {
    showPrompt({ id: 'a', text: 'Install it?', actions: [answer('No')], inChat: true })
    showPrompt({ id: 'b', text: 'Another?', actions: [answer('Yes')] })
  })
  expect(texts(page)).toEqual(['Another?'])
  const chat = await render(<PromptSlot />)
  expect(texts(chat)).toEqual(['Install it?'])
  expect(texts(page)).toEqual([])
  expect(document.documentElement.hasAttribute('data-prompt')).toBe(false)
  await press(chat, 'No')
  await press(chat, 'Yes')
  expect(texts(chat)).toEqual([])
})

test.each([
  ['the composer', true, 'textarea'],
  ['the messages, without a mouse,', false, '[data-messages]'],
])('%s has the focus after the prompt above the composer was answered', async (_, isFine, next) => {
  vi.stubGlobal('matchMedia', () => ({ matches: isFine }))
  onTestFinished(() => void vi.unstubAllGlobals())
  const page = await render(
    <main id="main" tabIndex={-1}>
      <div data-messages="" tabIndex={-1} />
      <PromptSlot />
      <form>
        <textarea />
      </form>
      <PromptBar />
    </main>,
  )
  await interact(() => showPrompt({ id: 'a', text: 'Install it?', actions: [answer('No')], inChat: true }))
  await interact(() => page.querySelector('button')?.focus())
  await press(page, 'No')
  await vi.waitFor(() => expect(document.activeElement).toBe(page.querySelector(next)))
})

test('the page has the focus after a prompt at its end was answered, unless the user is elsewhere', async () => {
  const page = await render(
    <>
      <main id="main" tabIndex={-1}>
        <input />
      </main>
      <PromptBar />
    </>,
  )
  const show = () => interact(() => showPrompt({ id: 'a', text: 'Keep it?', actions: [answer('No')] }))
  await show()
  await interact(() => page.querySelector('button')?.focus())
  await press(page, 'No')
  await vi.waitFor(() => expect(document.activeElement).toBe(page.querySelector('main')))
  await show()
  await interact(() => page.querySelector('input')?.focus())
  await press(page, 'No')
  await new Promise(requestAnimationFrame)
  expect(document.activeElement).toBe(page.querySelector('input'))
})
