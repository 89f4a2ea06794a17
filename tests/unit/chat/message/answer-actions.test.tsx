import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Message } from '#contract/objects/chat.ts'
import { type ChatActions, ChatActionsProvider } from '#features/chat/message/actions/chat-actions.ts'
import { AnswerActions } from '#features/chat/message/answer-actions.tsx'
import { interact, render } from '#support/browser/render.tsx'

// On a busy machine the first load of a popup's chunk takes longer than a test should wait.
beforeAll(() => import('#ui/menu/menu-popup.tsx'), 60_000)
afterEach(() => window.getSelection()?.removeAllRanges())

/** What "Remember this" proposes for an answer, of which a part may be selected. */
async function remembered(content: string, given: { sources?: Message['sources']; isSelected?: boolean } = {}) {
  const remember = vi.fn()
  const actions = { remove: vi.fn(), remember, report: vi.fn() } as Partial<ChatActions> as ChatActions
  const { sources = [], isSelected = false } = given
  const message = { id: 'a1', content, sources, status: 'complete', model: null } as Partial<Message> as Message
  const page = await render(
    <ChatActionsProvider value={{ ...actions, compact: true, regenerateAnswer: null, offer: null }}>
      <article data-message="a1">
        <p>{content}</p>
        <AnswerActions message={message} count={1} onCompare={vi.fn()} />
      </article>
    </ChatActionsProvider>,
  )
  await interact(() => page.querySelector<HTMLElement>('[aria-label="More about this answer"]')?.click())
  const entry = await vi.waitFor(() => {
    const items = [...document.querySelectorAll<HTMLElement>('[role="menuitem"]')]
    const found = items.find(({ textContent }) => textContent === 'Remember this')
    if (!found) throw new Error('There is no entry')
    return found
  })
  const text = page.querySelector('p')
  if (isSelected && text) window.getSelection()?.selectAllChildren(text)
  await interact(() => entry.click())
  expect(remember).toHaveBeenCalledOnce()
  return remember.mock.lastCall?.[0]
}

describe('what is remembered of an answer', () => {
  const content = 'Lyon has 520,000 people.[1] It lies on two rivers [2][3].'
  const sources = [{ n: 1, url: 'https://lyon.example', title: 'Lyon', site: 'lyon.example' }]

  it.each([
    ['its first sentence', false, 'Lyon has 520,000 people.'],
    ['what is selected', true, 'Lyon has 520,000 people. It lies on two rivers.'],
  ])('is %s without the numbers of its sources', async (_, isSelected, fact) => {
    expect(await remembered(content, { sources, isSelected })).toBe(fact)
  })

  it('has numbers in brackets where the answer has no sources', async () => {
    expect(await remembered('The list is called a[1]. It is short.')).toBe('The list is called a[1].')
  })
})
