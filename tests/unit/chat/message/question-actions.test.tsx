import { beforeAll, describe, expect, it, vi } from 'vitest'
import { type ChatActions, ChatActionsProvider } from '#features/chat/message/actions/chat-actions.ts'
import { QuestionActions } from '#features/chat/message/question-actions.tsx'
import { interact, render } from '#support/browser/render.tsx'

// On a busy machine the first load of a popup's chunk takes longer than a test should wait.
beforeAll(() => import('#ui/menu/menu-popup.tsx'), 60_000)

/** The labels of the buttons, then those of the entries in the menu. */
async function labelsFor(text: string, compact: boolean): Promise<(string | null)[][]> {
  const actions = { compact, remove: vi.fn(), remember: vi.fn() } as Partial<ChatActions> as ChatActions
  const page = await render(
    <ChatActionsProvider value={actions}>
      <QuestionActions messageId="q1" text={text} onEdit={vi.fn()} />
    </ChatActionsProvider>,
  )
  const buttons = [...page.querySelectorAll('button')]
  await interact(() => buttons.at(-1)?.click())
  const entries = await vi.waitFor(() => {
    const found = [...document.querySelectorAll('[role="menuitem"]')]
    expect(found).not.toEqual([])
    return found
  })
  return [buttons.map(({ ariaLabel }) => ariaLabel), entries.map(({ textContent }) => textContent)]
}

const more = 'More about this question'
const [edit, forget] = ['Edit and send again', 'Delete question']

describe('the actions for a question', () => {
  it.each([
    [
      false,
      'Why?',
      [
        ['Copy', edit, more],
        ['Remember this', forget],
      ],
    ],
    [true, 'Why?', [[more], ['Copy', edit, 'Remember this', forget]]],
    [false, '', [[edit, more], [forget]]],
    [true, ' ', [[more], [edit, forget]]],
  ])(
    'offer to copy and to remember only where there is a text (on a phone: %s, text: %o)',
    async (compact, text, labels) => {
      expect(await labelsFor(text, compact)).toEqual(labels)
    },
  )
})
