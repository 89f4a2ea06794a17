import { describe, expect, it } from 'vitest'
import { isTitleOf } from '#contract/is-title-of.ts'

describe('the title of a chat', () => {
  it.each([
    ['How do tides work?', 'How do tides work?'],
    ['How do tides work?', '\n  \n  How  do\ttides work? \nI live by the sea.'],
    ['How do tides…', 'How do tides work?'],
    ['How do tides …', 'How do tides work?'],
    [' How do  tides work? ', 'How do tides work?'],
  ])('%j was made from the question %j', (title, question) => {
    expect(isTitleOf(title, question)).toBe(true)
  })

  it.each([
    ['How do tides', 'How do tides work?'],
    ['Tides', 'How do tides work?'],
    ['…work?', 'How do tides work?'],
    ['do tides…', 'How do tides work?'],
    ['I live by the sea.', 'How do tides work?\nI live by the sea.'],
    ['', ''],
    ['', 'How do tides work?'],
    ['…', ' \n '],
  ])('%j was not made from the question %j', (title, question) => {
    expect(isTitleOf(title, question)).toBe(false)
  })
})
