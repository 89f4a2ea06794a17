import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import fc from 'fast-check'
import { Lexer } from 'marked'
import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, describe, expect, it } from 'vitest'
import { Markdown } from '#features/chat/markdown/markdown.tsx'
import { renderBlocks } from '#features/chat/markdown/render-block.tsx'

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))

/** Without the icons of our own buttons. */
const html = (element: ReactElement) =>
  renderToStaticMarkup(<I18nProvider i18n={i18n}>{element}</I18nProvider>).replace(
    /<svg aria-hidden="true" focusable="false".*?<\/svg>/g,
    '',
  )
const inner = (text: string) => html(<Markdown text={text} />).replace(/^<div[^>]*>|<\/div>$/g, '')

describe('rendering an answer', () => {
  it('renders common Markdown', () => {
    expect(inner('## Plan\n\nSay **no**, *kindly* and ~~never~~ `now`.')).toBe(
      '<h3 dir="auto">Plan</h3><p dir="auto">Say <strong>no</strong>, <em>kindly</em> and <del>never</del> <code>now</code>.</p>',
    )
    expect(inner('3. c\n4. d')).toBe('<ol start="3"><li dir="auto">c</li><li dir="auto">d</li></ol>')
    expect(inner('- [x] done\n- [ ] open')).toContain('type="checkbox"')
    expect(inner('> quoted')).toBe('<blockquote><p dir="auto">quoted</p></blockquote>')
    expect(inner('| a | b |\n|:-|-:|\n| 1 | 2 |')).toContain('<th scope="col" data-align="left" dir="auto">a</th>')
    expect(inner('a\n\n---\n\nb')).toContain('<hr/>')
    expect(inner('Fish &amp; chips &#8212; &notathing;')).toContain('Fish &amp; chips — &amp;notathing;')
  })

  it('ranks headings one below the heading that contains them, and names a table by its columns', () => {
    const ranks = [...inner('### A\n\n##### B\n\n- ## in a list\n\nC\n---\n\n# D\n\n#### E').matchAll(/<h(\d)/g)]
    expect(ranks.map(([, rank]) => rank)).toEqual(['3', '4', '5', '3', '3', '4'])
    expect(inner('| **Choice** | Cost |\n|-|-|\n| a | 1 |')).toContain('aria-label="Table: Choice, Cost"')
  })

  it.each([
    '<script>alert(1)</script>',
    'x <img src=x onerror=alert(1)> y',
    '<iframe src="javascript:alert(1)"></iframe>',
    '<svg><script>alert(1)</script></svg>',
    '<a href="javascript:alert(1)">x</a>',
    '<style>*{display:none}</style>',
    '<!-- comment -->',
    '```html\n<script>alert(1)</script>\n```',
    '`<b>x</b>`',
    '| <b>a</b> |\n|---|\n| <script>1</script> |',
  ])('shows raw HTML as text: %s', (text) => {
    const shown = inner(text)
    expect(shown).not.toMatch(/<(script|img|iframe|svg|style|b|a)\b|<!--/)
    expect(shown).toContain('&lt;')
  })

  it.each([
    '[x](javascript:alert(1))',
    '[x](JaVaScRiPt:alert(1))',
    '[x](&#106;avascript:alert(1))',
    '[x](java&Tab;script:alert(1))',
    '[x](data:text/html,<script>alert(1)</script>)',
    '[x](vbscript:x)',
    '[x](file:///etc/passwd)',
    '[x](/logout)',
    '[x](//)',
    '<javascript:alert(1)>',
    '![x](data:image/svg+xml,<svg/>)',
    '![x](javascript:alert(1))',
  ])('renders no link for an unsafe address: %s', (text) => {
    expect(inner(text)).not.toMatch(/<a\b|<img\b/)
  })

  it('opens safe links in a new tab, and shows images as links', () => {
    expect(inner('[x](https://example.com "t")')).toBe(
      '<p dir="auto"><a href="https://example.com/" target="_blank" rel="noopener noreferrer nofollow" dir="auto">x</a></p>',
    )
    expect(inner('![a cat](https://example.com/cat.png)')).toMatch(
      /<a href="https:\/\/example.com\/cat.png".*>a cat<\/a>/,
    )
    expect(inner('mail me@example.com')).toContain('href="mailto:me@example.com"')
  })

  it('shows an unclosed code fence as code while it is written', () => {
    expect(inner('```python\nprint(1)')).toContain('<code>print(1)</code>')
    expect(inner('```python\nprint(1)\n```')).toContain('<code>print(1)</code>')
  })

  it('isolates invisible and bidirectional characters within their block', () => {
    expect(inner('\u202eright to left\u200b')).toBe('<p dir="auto">\u202eright to left\u200b</p>')
  })

  const words = fc.constantFrom(
    'a',
    'plain **bold** text',
    '`code` and *em*',
    'see https://example.com',
    '~~gone~~ <i>x</i>',
  )
  const block = fc.oneof(
    words,
    words.map((word) => `## ${word}`),
    fc.array(words, { minLength: 1, maxLength: 4 }).map((items) => items.map((item) => `- ${item}`).join('\n')),
    fc
      .array(words, { minLength: 1, maxLength: 4 })
      .map((items) => items.map((item, n) => `${n + 1}. ${item}`).join('\n')),
    words.map((word) => `> ${word}`),
    words.map((word) => `| h | i |\n|---|---|\n| ${word} | x |`),
    fc.constant('    indented'),
    fc.constant('---'),
  )

  it('renders separate blocks exactly like the whole text', () => {
    fc.assert(
      fc.property(fc.array(block, { maxLength: 8 }), (blocks) => {
        // Adjacent lists merge into one, so text separates any two blocks.
        const text = blocks.join('\n\nand\n\n')
        expect(inner(text)).toBe(
          html(<div>{renderBlocks(new Lexer({ gfm: true }).lex(text), false, 3)}</div>).slice(5, -6),
        )
      }),
      { seed: 9, numRuns: 300 },
    )
  }, 20_000)

  it('never throws and never outputs HTML of the model, wherever a stream is cut', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'ab *_`~#>-|[](!)<:\n\t1.&;/"\\'), maxLength: 120 }), (text) => {
        for (let cut = 0; cut <= text.length; cut += 7)
          expect(() => html(<Markdown text={text.slice(0, cut)} streaming />)).not.toThrow()
        expect(inner(text)).not.toMatch(/<(script|img|iframe|svg|style)\b/)
      }),
      { seed: 10, numRuns: 300 },
    )
  })
})
