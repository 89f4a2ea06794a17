import { describe, expect, it } from 'vitest'
import { markdownToText } from '#features/chat/markdown/markdown-to-text.ts'

describe('the text of Markdown', () => {
  it.each([
    ['2 * 3 * 4 = 24', '2 * 3 * 4 = 24'],
    ['**12 * 2** is *24*, * 1', '12 * 2 is 24, * 1'],
    ['2*3 = 6', '2*3 = 6'],
    ['2 \\* 3 = 6', '2 * 3 = 6'],
    ['It is `2 ** 3`:\n\n```js\nlet a = b * 2\n```', 'It is 2 ** 3:\nlet a = b * 2'],
    ['* one\n  * *two*\n  *\n* * *\n**three**', 'one\ntwo\n  \nthree'],
  ])('keeps an asterisk that marks nothing: %j', (text, words) => {
    expect(markdownToText(text)).toBe(words)
  })
})
