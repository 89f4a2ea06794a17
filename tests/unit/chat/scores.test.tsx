import { createMemoryHistory, createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { Message } from '#contract/objects/chat.ts'
import type { Scores } from '#contract/objects/scores.ts'
import { Markdown } from '#features/chat/markdown/markdown.tsx'
import { findQuote, showQuote } from '#features/chat/scores/panel/show-quote.ts'
import { trendOf } from '#features/chat/scores/panel/use-chat-scores.ts'
import { ScoreChange } from '#features/chat/scores/score-change.tsx'
import { ScoreChip } from '#features/chat/scores/score-chip.tsx'
import { render } from '#support/browser/render.tsx'

const scoresOf = (six: readonly (number | null)[], pcs: number | null): Scores => {
  const [truth = null, fairness = null, wisdom = null, duty = null, safety = null, liberty = null] = six
  return {
    ...{ message: 'm', truth, fairness, wisdom, duty, safety, liberty, pcs, ics: null, reasons: {} },
    ...{ source: 'model', rubric_version: 'x', tokens: null, created_at: '2026-11-21T10:00:00.000Z' },
  }
}

test.each([
  ['owe your brother **honesty**', 'owe your brother honesty'],
  ['honesty**, not agreement.\n\n- Name', 'honesty, not agreement.Name'],
  ['`sum` 😀 and more', 'sum 😀 and more'],
  ['[the list](https://example.org)', null],
  ['your sister', null],
  ['**', null],
])('the quoted Markdown %j is found as %j in the rendered text', async (quote, found) => {
  const container = await render(
    <>
      <p>
        You owe your brother <strong>honesty</strong>, not agreement.
      </p>
      <ul>
        <li>
          Name a smaller <code>sum</code> 😀 and more: the list.
        </li>
      </ul>
    </>,
  )
  expect(findQuote(container, quote)?.toString() ?? null).toBe(found)
})

test.each([
  ['you can', 'a mile; '],
  ['**can** rest', 'mile; you '],
  ['7 days', '17 days or '],
  ['two', 'or twofold: one '],
  ['anno', 'If you c'],
])('the quote %j is marked where it has whole words, otherwise at its first place: after %j', async (quote, place) => {
  const container = await render(
    <p>
      If you cannot walk a mile; you <em>can</em> rest. 17 days or 7 days, one or twofold: one two
    </p>,
  )
  const range = findQuote(container, quote) ?? expect.fail('The quote is not found')
  const before = document.createRange()
  before.setEnd(range.startContainer, range.startOffset)
  before.setStart(container, 0)
  expect(before.toString().endsWith(place), before.toString()).toBe(true)
})

test('a quote is marked in the text of the answer and not in its reasoning', async () => {
  const highlights = new Map<string, Range>()
  vi.stubGlobal('CSS', { highlights })
  vi.stubGlobal('Highlight', function Marked(range: Range) {
    return range
  })
  vi.stubGlobal('matchMedia', () => ({ matches: true }))
  Element.prototype.scrollIntoView = () => undefined
  onTestFinished(() => {
    vi.unstubAllGlobals()
    Reflect.deleteProperty(Element.prototype, 'scrollIntoView')
  })
  const page = await render(
    <article data-message="m">
      <p>Say: you owe honesty.</p>
      <Markdown text="In short, you **owe honesty**." />
    </article>,
  )
  expect(showQuote('m', 'you **owe')).toBe(true)
  const range = highlights.get('score-quote')
  expect(range?.toString()).toBe('you owe')
  expect(page.querySelectorAll('p')[1]?.contains(range?.startContainer ?? null)).toBe(true)
})

test('the trend includes the scored answers only, with a running average', () => {
  const answer = (seq: number, pcs: number | null, more: Partial<Message> = {}): Message => ({
    ...{ id: `a${seq}`, chat: 'c', role: 'assistant', content: 'x', status: 'complete', failure: null, version: 1 },
    ...{ created_at: '', updated_at: '', seq, reply_to: `q${seq}`, replaces: null, superseded_by: null },
    ...{ has_reasoning: false, scores: pcs === null ? null : scoresOf([], pcs) },
    ...more,
  })
  const messages = [
    answer(2, 80),
    answer(4, null),
    answer(6, 10, { superseded_by: 'q8' }),
    answer(8, 60),
    answer(9, 0, { status: 'deleted' }),
    answer(10, 100, { reply_to: 'q2', version: 2 }),
  ]
  expect(trendOf(messages)).toEqual([
    { messageId: 'a10', pcs: 100, oas: 100 },
    { messageId: 'a8', pcs: 60, oas: 88 },
  ])
})

test('a change of scores is shown with its sign, and nothing without a previous score', async () => {
  const before = scoresOf([80, 80, 80, 80, 80, null], 80)
  const after = scoresOf([90, 80, 75, 80, 80, 90], 78)
  const container = await render(<ScoreChange before={before} after={after} />)
  const lines = [...container.querySelectorAll('li')].map((line) => line.textContent)
  expect(lines).toEqual(['Score −2', 'Truth +10', 'Fairness ±0', 'Wisdom −5', 'Duty ±0', 'Safety ±0'])
  expect((await render(<ScoreChange before={before} after={before} />)).textContent).toBe('The same scores')
  expect((await render(<ScoreChange before={before} after={null} />)).textContent).toBe('')
})

test.each([
  ['an imported answer', { imported_from: 'chatgpt' }, 'Imported, not scored'],
  ['an imported answer that was scored later', { imported_from: 'chatgpt', scores: scoresOf([1, 1], 70) }, 'Score 70'],
  ['an answer of this product', {}, 'Not scored'],
] as const)('the chip of %s says so', async (_, more, text) => {
  const message = { id: 'm', chat: 'c', scores: null, ...more } as unknown as Message
  const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() })
  const page = await render(
    <RouterContextProvider router={router as never}>
      <ScoreChip message={message} />
    </RouterContextProvider>,
  )
  expect(page.querySelector('button')?.textContent).toContain(text)
})
