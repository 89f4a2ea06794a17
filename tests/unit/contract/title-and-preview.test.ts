import { describe, expect, it } from 'vitest'
import { CHAT_TITLE_MAX } from '#contract/limits.ts'
import { previewOf, titleFrom } from '#contract/title-and-preview.ts'

describe('the title made from a question', () => {
  it('is its first line with text, with single spaces', () => {
    expect(titleFrom('\n  \n  How  do\ttides work? \nI live by the sea.')).toBe('How do tides work?')
  })

  it('ends with a whole word and an ellipsis when the line is too long', () => {
    const title = titleFrom('tides '.repeat(20))
    expect(title).toBe(`${'tides '.repeat(13).trim()}…`)
    expect(title.length).toBeLessThanOrEqual(CHAT_TITLE_MAX)
  })

  it('is cut within a word that is longer than half of it, but not within a surrogate pair', () => {
    expect(titleFrom('x'.repeat(100))).toBe(`${'x'.repeat(CHAT_TITLE_MAX - 1)}…`)
    expect(titleFrom('🌊'.repeat(100))).toBe(`${'🌊'.repeat((CHAT_TITLE_MAX - 2) / 2)}…`)
  })
})

describe('the preview of a message', () => {
  it('has the beginning of all lines, with single spaces', () => {
    expect(previewOf('  One\n\ntwo   three ')).toBe('One two three')
    expect(previewOf('word '.repeat(100))).toBe(`${'word '.repeat(28).trim()}…`)
  })
})
