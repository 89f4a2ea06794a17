import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { BLOCK_MAX, parseBlock, parsing } from '#features/chat/markdown/parse-block.ts'
import { splitBlocks } from '#features/chat/markdown/split-blocks.ts'
import { processorMs } from '#support/fixtures/processor-time.ts'

const line = fc.constantFrom(
  'Plain words here',
  '',
  '',
  '# Heading',
  '- item',
  '* star',
  '  - nested',
  '1. one',
  '2) two',
  '```js',
  '```',
  '~~~',
  '    code',
  '> quote',
  '| a | b |',
  '|---|---|',
  '---',
  '===',
  '<div>',
  'word\r',
  '1',
  '-',
  '  continued',
)
const document = fc.array(line, { maxLength: 24 }).map((lines) => lines.join('\n'))

describe('splitting an answer into blocks', () => {
  it('keeps code fences, lists with blank lines and paragraphs whole', () => {
    expect(splitBlocks('Hi\nthere\n\n```js\na\n\nb\n```\n- a\n\n  b\n- c\n\nEnd')).toEqual([
      'Hi\nthere\n',
      '```js\na\n\nb\n```\n',
      '- a\n\n  b\n- c\n',
      'End',
    ])
  })

  it('loses no text except blank lines', () => {
    fc.assert(
      fc.property(document, (text) => {
        const kept = (part: string) => part.replace(/\s+/g, '')
        expect(kept(splitBlocks(text).join('\n'))).toBe(kept(text))
      }),
      { seed: 7, numRuns: 2000 },
    )
  })

  it('never changes a finished block while text is appended', () => {
    fc.assert(
      fc.property(document, (text) => {
        const whole = splitBlocks(text)
        for (let cut = 0; cut <= text.length; cut += 1) {
          const finished = splitBlocks(text.slice(0, cut)).slice(0, -1)
          // The unfinished line may still belong to the block before it.
          const settled = text.slice(0, cut).endsWith('\n') ? finished : finished.slice(0, -1)
          expect(whole.slice(0, settled.length)).toEqual(settled)
        }
      }),
      { seed: 8, numRuns: 500 },
    )
  })

  it('takes one pass over a long text', () => {
    const text = 'x'.repeat(200_000)
    const split = () => expect(splitBlocks(`${text}\n\n${'\n'.repeat(50_000)}${'- a\n'.repeat(50_000)}`).length).toBe(2)
    expect(processorMs(split)).toBeLessThan(1000)
  })
})

describe('parsing a block', () => {
  it('parses each text once while it is cached', () => {
    const before = parsing.count
    parseBlock('Some *words* of a block')
    parseBlock('Some *words* of a block')
    expect(parsing.count - before).toBe(1)
  })

  it.each([
    ['a line of 200 KB', 'a '.repeat(100_000)],
    ['10,000 quotes in one another', `${'> '.repeat(10_000)}x`],
    ['10,000 list levels in one line', `${'- '.repeat(10_000)}x`],
    ['lists nested by indentation', Array.from({ length: 250 }, (_, depth) => `${'  '.repeat(depth)}- a`).join('\n')],
    ['10,000 numbered levels', `${'1. '.repeat(10_000)}x`],
    ['10,000 runs of emphasis', '**a*b '.repeat(5000)],
    ['emphasis nested in emphasis', `${'*a _b '.repeat(2500)}${'b_ a* '.repeat(2500)}`],
    ['open brackets', '['.repeat(30_000)],
    ['open links', '[a]('.repeat(8000)],
    ['open images', '![a]('.repeat(7000)],
    ['backticks of every length', Array.from({ length: 240 }, (_, n) => '`'.repeat(n)).join(' ')],
    ['open tags', '<a '.repeat(10_000)],
    ['open comments', '<!--'.repeat(9000)],
    ['a table of pipes', `${'|'.repeat(9000)}\n${'|-'.repeat(9000)}`],
    ['a table of 300,000 cells', `${'a|'.repeat(300)}\n${'-|'.repeat(300)}\n${'b\n'.repeat(1000)}`],
    ['an unclosed fence of 200 KB', `\`\`\`\n${'code\n'.repeat(40_000)}`],
    ['marks of direction and zero width', '\u202e\u200b\u2066'.repeat(10_000)],
    ['addresses without end', 'http://a.'.repeat(4000)],
    ['mail addresses without end', `${'a'.repeat(40)}@`.repeat(900)],
  ])('shows %s with bounded work', (_name, text) => {
    const parse = () => {
      for (const block of splitBlocks(text)) expect(() => parseBlock(block, false)).not.toThrow()
    }
    expect(processorMs(parse)).toBeLessThan(1000)
  })

  it('shows a block that is too long as plain text', () => {
    expect(parseBlock(`*a* ${'b'.repeat(BLOCK_MAX)}`, false)).toMatchObject([{ type: 'plain' }])
  })
})
