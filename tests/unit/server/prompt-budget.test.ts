import { describe, expect, it } from 'vitest'
import { bytesOf, cutToBytes } from '#server/lib/text-bytes.ts'
import { promptBudget } from '#server/limits/prompt-budget.ts'

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
