import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, describe, expect, it } from 'vitest'
import { closeOpenMarks } from '#features/chat/markdown/close-open-marks.ts'
import { Markdown } from '#features/chat/markdown/markdown.tsx'
import { processorMs } from '#support/fixtures/processor-time.ts'

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))

const drawn = new Map<string, string>()

function html(text: string, streaming: boolean): string {
  const key = `${streaming} ${text}`
  const known = drawn.get(key)
  if (known !== undefined) return known
  const made = renderToStaticMarkup(
    <I18nProvider i18n={i18n}>
      <Markdown text={text} streaming={streaming} />
    </I18nProvider>,
  )
  drawn.set(key, made)
  return made
}

/** The letters on the screen: without captions and buttons of code, and without white space, which layout decides. */
const shown = (text: string, streaming: boolean) =>
  html(text, streaming)
    .replace(/<figcaption>.*?<\/figcaption>/gs, '')
    .replace(/<[^>]+>/g, '')
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, '')

/** The elements that hold the text, in order, without their text. */
const elements = (text: string, streaming: boolean) =>
  [...html(text, streaming).matchAll(/<(p|ul|ol|li|table|tr|th|td|blockquote|h\d|hr|pre)\b/g)].map(([, name]) => name)

const rich = `I am the built-in **practice assistant**: *no* model, __really__ none. A ***very* strong** one.

# What you could say

Name what you can *give*, in the words of [a short **guide**](https://example.org/a_b/guide?x=1*2) or of
\`left_pad()\` and \`\`a \` b\`\`. That is 2 * 3 * 4, a snake_case_name, ~5 minutes and ~~not~~ 7.

1. First, **write down** the sum that _you_ can lose.
2. Then say it:
   - In person, *not* by **message**.
   - With a date.
3. Last, keep to it.

- [ ] open **task**
- [x] done

| Choice | Cost |
|:-------|-----:|
| **Say** no | 1 \`hour\` |
| Say yes | 2,400 |

> If the **answer** is "the same again", wait.
>
> Then ask.

\`\`\`ts
const name = \`a\`
call(**name)
\`\`\`

## And then

In 1984. It costs $5, or $x^2 + y_1$ in short; \\(a_1 * b_1\\) too, for R&D and AT&amp;T.

$$
e = m c^2
$$

---

See https://example.org/some_long_name for [1] and for [it](https://example.org).
`

describe.each(rich.split(/^(?=#)/m))('the marks of a streamed answer, part %#,', (part) => {
  const prefixes = Array.from({ length: part.length }, (_, at) => part.slice(0, at + 1))

  it('are never on the screen, and shown letters never change', () => {
    const whole = shown(part, false)
    for (const prefix of prefixes) {
      const now = shown(prefix, true)
      expect({ prefix: prefix.slice(-30), now: now.slice(-30) }).toEqual({
        prefix: prefix.slice(-30),
        now: whole.slice(0, now.length).slice(-30),
      })
    }
  })

  it('hold back little, and nothing at the end', () => {
    for (const prefix of prefixes.filter((_, at) => at % 10 === 0)) {
      const held = shown(prefix, false).length - shown(prefix, true).length
      expect({ at: prefix.slice(-20), isLittle: held < 60 }).toEqual({ at: prefix.slice(-20), isLittle: true })
    }
    expect(shown(part, true)).toBe(shown(part, false))
  })

  it('make no element that is taken back', () => {
    const whole = elements(part, false)
    for (const prefix of prefixes) {
      const now = elements(prefix, true)
      expect({ at: prefix.slice(-20), now }).toEqual({ at: prefix.slice(-20), now: whole.slice(0, now.length) })
    }
  })
})

describe('open marks', () => {
  it.each([
    ['a **bold', 'a **bold**'],
    ['a **bold *both', 'a **bold *both***'],
    ['a **', 'a '],
    ['a **bold*', 'a **bold**'],
    ['some `code', 'some `code`'],
    ['a [label](https://exam', 'a label'],
    ['a [lab', 'a '],
    ['ends here. | not a table', 'ends here. | not a table'],
    ['| a | b', ''],
    ['| a | b |\n|--', ''],
    ['| a | b |\n|--|--|\n| **c', '| a | b |\n|--|--|\n| **c**'],
    ['text\n-', 'text\n'],
    ['```ts\ncode\n``', '```ts\ncode'],
    ['5 * 3', '5 * 3'],
    ['snake_case', 'snake_case'],
    ['$HOME_DIR', '$HOME_DIR'],
  ])('are closed in %j to %j', (text, closed) => {
    expect(closeOpenMarks(text)).toBe(closed)
  })

  it.each(['[', '[a ', '!['])('are read in linear time when nothing closes thousands of %j', (mark) => {
    expect(processorMs(() => closeOpenMarks(mark.repeat(13_000)))).toBeLessThan(300)
  })
})
