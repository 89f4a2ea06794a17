import { describe, expect, it } from 'vitest'
import { bytesOf, cutMiddle, cutToBytes } from '#server/lib/text/text-bytes.ts'
import { promptBudget } from '#server/limits/prompt-budget.ts'
import { summaryTurns } from '#server/modules/chats/generations/summary/summary-prompt.ts'

describe('the budget of a prompt', () => {
  it.each([4_096, 8_192, 32_768, 1_000_000])('leaves room for the answer and the chat in %i tokens', (context) => {
    const { prompt, tail, web, files, summary, memory } = promptBudget(context)
    expect(prompt).toBeLessThanOrEqual(context * 3 * 0.999)
    expect(prompt).toBeGreaterThanOrEqual(context * 3 * 0.75)
    expect(tail + web + summary).toBeLessThan(prompt * 0.6)
    expect(memory).toBeLessThanOrEqual(prompt / 4)
    expect(files).toBeLessThanOrEqual(prompt / 2)
  })

  it('is by default no smaller than the 60,000 characters of before', () => {
    expect(promptBudget(32_768).prompt).toBeGreaterThan(70_000)
  })
})

describe('a text cut to bytes', () => {
  it('has no broken character at its end', () => {
    expect(cutToBytes('añb', 2)).toBe('a')
    expect(cutToBytes('añb', 3)).toBe('añ')
    expect(cutToBytes('👩‍🚀', 5)).toBe('👩')
    expect([cutToBytes('abc', 3), cutToBytes('abc', 0), cutToBytes('abc', -5)]).toEqual(['abc', '', ''])
    expect(bytesOf(cutToBytes('日本語'.repeat(50), 100))).toBe(99)
  })
})

describe('a text without its middle', () => {
  it('is its beginning and its end with a mark between them', () => {
    expect(cutMiddle('0123456789abcdef', 4, 2)).toBe('0123\n[…]\nef')
    expect(cutMiddle('0123456789abcdef', 4, 0)).toBe('0123\n[…]\n')
    expect(cutMiddle('0123456789abcdef', 0, 0)).toBe('\n[…]\n')
  })

  it('is the whole text where the parts and the mark are no shorter', () => {
    expect(cutMiddle('0123456789a', 4, 2)).toBe('0123456789a')
    expect(cutMiddle('0123456789ab', 4, 2)).toBe('0123\n[…]\nab')
  })

  it('has no half of a surrogate pair', () => {
    expect(cutMiddle('😀'.repeat(10), 3, 3)).toBe('😀\uFFFD\n[…]\n\uFFFD😀')
  })
})

describe('the prompt for a summary', () => {
  const promptOf = (texts: readonly string[], space: number) =>
    summaryTurns(
      { former: null, said: texts.map((text) => ({ by: 'person' as const, text })) },
      { language: 'en', mark: 'mark', space, most: 1_000 },
    ).at(-1)?.content ?? ''

  it('has the beginning and the end of messages that do not fit together', () => {
    const prompt = promptOf([`Begin ${'word '.repeat(1_000)}finish`, 'Yes, please'], 2_000)
    expect(prompt).toContain('Begin word')
    expect(prompt).toContain('\n[…]\n')
    expect(prompt).toContain('word finish')
    expect(prompt.length).toBeLessThan(2_200)
  })

  it('never has more of a message that must be shortened than the whole message', () => {
    const texts = ['A short one', 'Yes', `A message of ${'many words '.repeat(20)}`]
    const whole = promptOf(texts, 100_000)
    for (let space = 0; space < 400; space++) {
      expect(promptOf(texts, space).length).toBeLessThanOrEqual(whole.length)
    }
  })
})
