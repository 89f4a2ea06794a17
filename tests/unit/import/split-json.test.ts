import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ImportError } from '#features/import/read/import-error.ts'
import { JsonSplitter, parse } from '#features/import/read/split-json.ts'

/** The values of a text that is written in chunks of these sizes, again and again. */
function split(text: string, sizes: readonly number[] = [1_000_000], max = 1_000_000) {
  const values: [string, unknown][] = []
  const tooLarge: string[] = []
  const splitter = new JsonSplitter({
    max,
    wants: (key) => key !== 'unwanted',
    onValue: (key, json) => values.push([key, parse(json)]),
    onTooLarge: (key) => tooLarge.push(key),
  })
  const bytes = new TextEncoder().encode(text)
  for (let at = 0, n = 0; at < bytes.length; n += 1) {
    const size = sizes[n % sizes.length] ?? 1
    splitter.write(bytes.slice(at, at + size))
    at += size
  }
  splitter.end()
  return { values, tooLarge }
}

const sizes = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 5 })
const key = fc.string({ unit: 'binary' }).filter((text) => text !== 'unwanted' && text !== '__proto__')

describe('JSON that is split while it is read', () => {
  it('gives the items of a list, wherever the chunks end', () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue()), sizes, fc.boolean(), (list, chunks, isIndented) => {
        const text = JSON.stringify(list, null, isIndented ? 2 : 0)
        const plain = JSON.parse(text) as unknown[]
        expect(split(text, chunks).values).toEqual(plain.map((item) => ['', item]))
      }),
    )
  })

  it('gives the values of an object, and the items of its lists', () => {
    fc.assert(
      fc.property(fc.dictionary(key, fc.jsonValue()), sizes, (object, chunks) => {
        const text = JSON.stringify(object)
        const plain = JSON.parse(text) as Record<string, unknown>
        const expected = Object.entries(plain).flatMap(([name, value]) =>
          Array.isArray(value) ? value.map((item) => [name, item]) : [[name, value]],
        )
        expect(split(text, chunks).values).toEqual(expected)
      }),
    )
  })

  it('skips what is not wanted or too large, and goes on after it', () => {
    const long = 'x'.repeat(5_000)
    const text = JSON.stringify({ unwanted: [long, { a: [1] }], small: [1, long, 2], last: { b: 2 } })
    const { values, tooLarge } = split(text, [700], 1_000)
    expect(values).toEqual([
      ['small', 1],
      ['small', 2],
      ['last', { b: 2 }],
    ])
    expect(tooLarge).toEqual(['small'])
  })

  it('accepts the mark at the beginning of a file', () => {
    expect(split('\ufeff [1]').values).toEqual([['', 1]])
  })

  it.each([
    ...['[1,2', '[1 2]', '[1,]', '[,1]', '[1}', '{"a":[1]', '{"a":1]', '{"a":}', '{"a"}', '{"a":1,}', '{"a":[1] 2}'],
    ...['{"a":[1,]}', '{1:2}x', '[1] [2]', '[1]x', '{"a":[1]"b":2}', '[{"a":1]', '["never ends'],
  ])('reports that it is broken: %s', (text) => {
    expect(() => split(text, [3])).toThrow(new ImportError('broken_json'))
  })

  it.each(['', '   ', 'Hello', '"[1]"', '<html>', '12', '\u0000\u0001'])('says that it is no such file: %j', (text) => {
    expect(() => split(text)).toThrow(new ImportError('unknown_file'))
  })
})
