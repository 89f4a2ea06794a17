import { expect, test } from 'vitest'
import { firstSentence } from '#features/chat/memory/first-sentence.ts'

test.each([
  ['You owe **honesty**. Say no.', 'You owe honesty.'],
  ['## A plan\n\nFirst this. Then that.', 'A plan First this.'],
  ['It costs 2.50 in all! Really.', 'It costs 2.50 in all!'],
  ['Ask Dr. Ruiz first. Then decide.', 'Ask Dr. Ruiz first.'],
  ['Without an end', 'Without an end'],
])('the first sentence of %j is %j', (text, sentence) => {
  expect(firstSentence(text)).toBe(sentence)
})
