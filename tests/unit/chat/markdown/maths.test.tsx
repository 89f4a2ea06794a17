import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { readMaths } from '#contract/maths/read-maths.ts'
import { Markdown } from '#features/chat/markdown/markdown.tsx'
import { parseBlock, parsing } from '#features/chat/markdown/parse-block.ts'
import { splitBlocks } from '#features/chat/markdown/split-blocks.ts'
import { render } from '#support/browser/render.tsx'
import { processorMs } from '#support/fixtures/processor-time.ts'

/** The formulas that a line of text holds, in order. */
function formulas(text: string): string[] {
  const found: string[] = []
  const walk = (tokens: unknown) => {
    if (!Array.isArray(tokens)) return
    for (const token of tokens) {
      if (token.type === 'maths') found.push(token.tex)
      walk(token.tokens)
      walk(token.items)
    }
  }
  for (const block of splitBlocks(text)) walk(parseBlock(block))
  return found
}

/** The timeout in milliseconds for code that is loaded on first use, on a busy machine. */
const COMES = 15_000

describe('finding formulas', () => {
  it.each([
    'It costs $5 or $10.',
    'Between $1,000 and $2,000 a month, so $24,000 a year',
    'Pay $5 each, or 3 for 12$, it says',
    'US$5 and A$6, or $7-$9',
    'I have $20 (she has 30$)',
    'Pay $5 or 6$, no more',
    'Set $HOME and $PATH, or $HOME/bin:$PATH',
    'a $ alone, and another $ too',
    'Escaped \\$5 and \\$6$',
    'Inside `$x$` and `\\(x\\)` it is code',
    '```\n$x$ \\(y\\)\n```',
    'He wrote \\[sic\\] and \\(optional\\) words',
    'An open \\(x + 1 without an end',
    '$$',
    '$$ $$',
    '| $5 | $6 |\n|---|---|\n| $7 | $8 |',
  ])('ignores prices, variables and escapes: %s', (text) => {
    expect(formulas(text)).toEqual([])
  })

  it.each([
    ['Let \\(x_1 * y\\) and \\(z\\) be', ['x_1 * y', 'z']],
    ['So $x$, $n + 1$ and $\\alpha^2$.', ['x', 'n + 1', '\\alpha^2']],
    ['It costs $5, and $x = 5$ here', ['x = 5']],
    ['($2x$)', ['2x']],
    ['$3 \\text{ apples}$', ['3 \\text{ apples}']],
    ['Inline $$a^2$$ stays', ['a^2']],
    ['Then\n\\[\na\n= b\n- c\n\\]\nand on', ['a\n= b\n- c']],
    ['$$\n\\frac{a}{b}\n$$', ['\\frac{a}{b}']],
    ['- first $a_1$\n- \\[\n  b\n  \\]', ['a_1', 'b']],
    ['> $$x^2$$', ['x^2']],
    ['**bold $a_b$ and $c_d$**', ['a_b', 'c_d']],
  ])('recognises %s', (text, expected) => {
    expect(formulas(text)).toEqual(expected)
  })

  it('loses no text and always ends, whatever dollar signs and backslashes appear', () => {
    const chunk = fc.constantFrom(
      '$',
      '$$',
      '\\(',
      '\\)',
      '\\[',
      '\\]',
      '\n',
      '\n\n',
      'x',
      ' ',
      '5',
      '*',
      '_',
      '- ',
      '\\',
      '|',
    )
    fc.assert(
      fc.property(fc.array(chunk, { maxLength: 60 }), (chunks) => {
        const text = chunks.join('')
        const kept = (part: string) => part.replace(/\s+/g, '')
        expect(kept(splitBlocks(text).join('\n'))).toBe(kept(text))
        for (const block of splitBlocks(text)) parseBlock(block, false)
        for (let cut = 0; cut <= text.length; cut += 1) {
          const finished = splitBlocks(text.slice(0, cut)).slice(0, -1)
          const settled = text.slice(0, cut).endsWith('\n') ? finished : finished.slice(0, -1)
          expect(splitBlocks(text).slice(0, settled.length)).toEqual(settled)
        }
      }),
      { seed: 11, numRuns: 400 },
    )
  })

  it('ends an unclosed formula at a blank line', () => {
    expect(splitBlocks('Then\n\\[\nx = 1\n\n- a list\n\n$$\ny\n\nEnd')).toEqual([
      'Then\n',
      '\\[\nx = 1\n',
      '- a list\n',
      '$$\ny\n',
      'End',
    ])
  })

  it('takes linear time on thousands of unclosed openings', () => {
    const parse = () => {
      for (const mark of ['$', '\\(', '\\[', '$x', '$$ ']) parseBlock(mark.repeat(7000), false)
    }
    expect(processorMs(parse)).toBeLessThan(2000)
  })

  it('ignores text that only looks like the end of a formula', () => {
    expect(readMaths('\\(a\n\nb\\)', '')).toBeNull()
    expect(readMaths('$x$y', '')).toBeNull()
    expect(readMaths('$x$', 'S')).toBeNull()
    expect(readMaths('$x$', ' ')).toMatchObject({ tex: 'x', display: false })
  })
})

describe('formulas on the page', () => {
  it('are rendered as MathML once their chunk has loaded, inline and as blocks', async () => {
    const page = await render(<Markdown text={'Say \\(x^2\\):\n\n\\[\n\\frac{1}{2} \\pmb{b}\n\\]\n'} />)
    await vi.waitFor(() => expect(page.querySelectorAll('math')).toHaveLength(2), COMES)
    expect(page.querySelector('p math msup')?.namespaceURI).toBe('http://www.w3.org/1998/Math/MathML')
    expect(page.querySelector('[data-maths="display"] mfrac')).not.toBeNull()
    expect(page.textContent).not.toContain('\\frac')
  })

  it('are shown as source when they are invalid, and contain no links', async () => {
    const bad = [
      '\\frac{1',
      '\\href{javascript:alert(1)}{x^2}',
      '\\includegraphics{https://example.com/x_1.png}',
      '\\nosuch{x}',
    ]
    const page = await render(<Markdown text={bad.map((tex) => `\\(${tex}\\) and \\(y_1\\)`).join('\n\n')} />)
    await vi.waitFor(() => expect(page.querySelectorAll('math').length).toBeGreaterThan(3), COMES)
    expect(page.textContent).toContain('\\frac{1')
    expect(page.innerHTML).not.toMatch(/<a\b|<img\b|javascript:alert\(1\)"/)
    expect(page.querySelector('[href], [src]')).toBeNull()
  })
})

describe('reference links', () => {
  const text =
    'See [the page][a] and [b].\n\nMore [words][none].\n\n[a]: https://example.com/a "Title"\n[B]: <https://example.com/b>\n[a]: https://example.com/late'

  it('lead to the target that is defined further down, and the definitions are not shown', async () => {
    const page = await render(<Markdown text={text} />)
    expect([...page.querySelectorAll('a')].map((link) => [link.textContent, link.href])).toEqual([
      ['the page', 'https://example.com/a'],
      ['b', 'https://example.com/b'],
    ])
    expect(page.textContent).toContain('[words][none]')
    expect(page.textContent).not.toContain('https://')
  })

  it('cause no second parsing of blocks that use none of them', async () => {
    const blocks = [
      'One [a] here\n\n',
      ...Array.from({ length: 20 }, (_, n) => `Block ${n} with [x${n}](https://example.com)\n\n`),
    ]
    const body = blocks.join('')
    await render(<Markdown text={body} />)
    const before = parsing.count
    await render(<Markdown text={`${body}[a]: https://example.com/a`} />)
    expect(parsing.count - before).toBe(2)
  })

  it('are not rendered as links with an unsafe address', async () => {
    const page = await render(<Markdown text={'[x][a]\n\n[a]: javascript:alert(1)'} />)
    expect(page.querySelector('a')).toBeNull()
  })
})
