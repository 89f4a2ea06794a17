import { describe, expect, it } from 'vitest'
import { findHits, snippetOf } from '#contract/search-hits.ts'
import { indexTokens, listTokens, queryTerms } from '#contract/search-tokens.ts'
import { WordIndex } from '#offline/search/word-index.ts'
import { hostileStrings } from '#support/fixtures/hostile-strings.ts'
import { processorMs } from '#support/fixtures/processor-time.ts'

const hits = (text: string, query: string) =>
  findHits(text, queryTerms(query)).map(([from, to]) => text.slice(from, to))

describe('the tokens of a search', () => {
  it('fold case and accents, also of other scripts and of letters of their own', () => {
    expect(listTokens('La CANCIÓN, Straße & cœur; Ελλάς Йод')).toEqual([
      'la',
      'cancion',
      'strasse',
      'coeur',
      'ελλασ',
      'иод',
    ])
  })

  it('keep ñ, and are indexed without it too', () => {
    expect(indexTokens('año MAN\u0303ANA ano')).toEqual(['año', 'ano', 'mañana', 'manana'])
  })

  it('are single characters in scripts without spaces, and whole words with their vowel signs elsewhere', () => {
    expect(listTokens('東京タワー कि')).toEqual(['東', '京', 'タ', 'ワ', 'ー', 'कि'])
  })

  it('are few and unique in a query, without those that are prefixes of a longer one', () => {
    expect(queryTerms('can CANTO cantó "canto* ca')).toEqual(['canto'])
    expect(queryTerms(Array.from({ length: 40 }, (_, n) => `word${n}x`).join(' '))).toHaveLength(8)
    expect(queryTerms('?! *')).toEqual([])
    expect(queryTerms('¿…?')).toEqual([])
    expect(queryTerms('x'.repeat(100))).toEqual(['x'.repeat(40)])
  })

  it('are never cut inside a character', () => {
    expect(queryTerms(`x${'𐐨'.repeat(30)}`)).toEqual([`x${'𐐨'.repeat(19)}`])
  })
})

describe('highlighting', () => {
  it('marks the matching prefixes in the original spelling', () => {
    expect(hits('Una canción, las Cancio\u0301nes y acanción', 'cancio')).toEqual(['canció', 'Cancio\u0301'])
    expect(hits('las Cancio\u0301nes', 'cancion')).toEqual(['Cancio\u0301n'])
    expect(hits('un cafe\u0301 solo', 'cafe')).toEqual(['cafe\u0301'])
    expect(hits('Straßenbahn', 'stras')).toEqual(['Straß'])
    expect(hits('Straße', 'strasse')).toEqual(['Straße'])
    expect(hits('el año, el ano', 'año')).toEqual(['año'])
    expect(hits('el año, el ano', 'ano')).toEqual(['año', 'ano'])
    expect(hits('vino añoso', 'ano')).toEqual(['año'])
    expect(hits('東京タワー', '京 ワ')).toEqual(['京', 'ワ'])
  })

  it('marks no letters after the match when a letter before its end was folded to several', () => {
    expect(hits('Straße', 'strass')).toEqual(['Straß'])
    expect(hits('ﬁnefoods', 'fine')).toEqual(['ﬁne'])
    expect(hits('안녕하세요', '안녕')).toEqual(['안녕'])
    expect(hits('cœurs', 'coeur')).toEqual(['cœur'])
  })

  it('returns a short excerpt around the first match, in one piece', () => {
    const text = `# Heading\n\n${'Some words before. '.repeat(40)}**Canción** \`code\` ${'and after it. '.repeat(40)}`
    const snippet = snippetOf(text, queryTerms('cancion'))
    expect(snippet).toMatch(/^….*before\. Canción code and after it\..*…$/)
    expect(snippet.length).toBeLessThanOrEqual(180)
    expect(snippetOf('- one\n- two', [])).toBe('one two')
    expect(snippetOf('## A plan\n> of   ours, C# 7\n  * `one`\n', [])).toBe('A plan of ours, C# 7 one')
  })

  it('stops at as many matches as are requested', () => {
    expect(findHits('a b a b', ['a', 'b'], 1)).toEqual([[0, 1]])
  })
})

describe('an excerpt', () => {
  const words = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, n) => `w${String(from + n).padStart(3, '0')}`).join(' ')

  it('is cut between words, up to 48 characters before the match', () => {
    const text = `${words(0, 60)} zebra ${words(60, 120)}`
    expect(snippetOf(text, ['zebra'])).toBe(`…${words(51, 60)} zebra ${words(60, 85)}…`)
    expect(snippetOf(`${'x'.repeat(100)} zebra`, ['zebra'])).toBe('…zebra')
    expect(snippetOf(`${'x'.repeat(47)} zebra`, ['zebra'])).toBe(`${'x'.repeat(47)} zebra`)
  })

  it('ends without an ellipsis where the text ends', () => {
    expect(snippetOf(`${words(0, 60)} zebra at the end`, ['zebra'])).toBe(`…${words(51, 60)} zebra at the end`)
    expect(snippetOf('x'.repeat(180), [])).toBe('x'.repeat(180))
  })

  it('fills 180 characters when there is no space to cut at', () => {
    expect(snippetOf(`a zebra${'x'.repeat(300)}`, ['zebra'])).toBe(`a zebra${'x'.repeat(172)}…`)
    expect(snippetOf(`${words(0, 60)} zebra${'x'.repeat(300)}`, ['zebra'])).toHaveLength(180)
    expect(snippetOf(`zebra ${'🌿'.repeat(200)}`, ['zebra']).isWellFormed()).toBe(true)
  })

  it('contains the match in a text without spaces', () => {
    expect(snippetOf(`${'東'.repeat(100)}京`, ['京'])).toBe(`…${'東'.repeat(48)}京`)
    expect(snippetOf(`${'東'.repeat(100)}京 後`, ['京'])).toBe(`…${'東'.repeat(48)}京 後`)
  })
})

describe('an excerpt of a long text', () => {
  const long = (words: string) => `${words.repeat(Math.ceil(90_000 / words.length))}# And\n\n**Canción** de cuna`

  it('contains the first match, however far back it is, or the beginning without one', () => {
    const shown = snippetOf(`${long('otra mañana, word ')} ${'and after. '.repeat(300)}`, queryTerms('cancion'))
    expect(shown).toMatch(/^….*And Canción de cuna and after\..*…$/)
    expect(snippetOf(`el año ${long('word ')}`, queryTerms('ano'))).toMatch(/^el año word .*…$/)
    expect(snippetOf(long('Word '), queryTerms('nothing'))).toMatch(/^Word .*…$/)
  })

  it('contains the match of one of several words, with or without its ñ, also where the scan is cut', () => {
    const far = 'word '.repeat(1_900)
    expect(snippetOf(`${far}zebra ${far}finch`, ['zebra', 'finch'])).toContain('zebra')
    for (const term of ['año', 'ano']) expect(snippetOf(`${far}el año ${far}`, [term])).toContain('el año')
    for (let shift = 0; shift < 6; shift += 1) {
      expect(snippetOf(`${'word '.repeat(799)}${'x'.repeat(shift)} zebra ${far}`, ['zebra'])).toContain('zebra')
    }
  })

  it('is made without tokenising the whole text', () => {
    const text = long('one after another ')
    const terms = queryTerms('zebra mountain finch')
    // Some systems count processor time in steps of several milliseconds, so one excerpt may cost nothing.
    const ofForty = (work: () => unknown) => processorMs(() => Array.from({ length: 40 }, work))
    const line = ofForty(() => snippetOf(text, terms))
    const words = ofForty(() => findHits(text, terms))
    expect(line, `${line} ms for the line, ${words} ms for all words`).toBeLessThan(words / 2)
  })
})

describe('a match', () => {
  it('is the same in the index, in a text in memory and in the highlighting', () => {
    const strange = hostileStrings.map((text) => text.slice(0, 80))
    const texts = [...strange, 'Canción de otoño: año nuevo, 東京タワー, Straße, cafe\u0301', 'x'.repeat(90)]
    const some = texts.filter((_, n) => n % 3 === 0).map((text) => text.slice(0, 30))
    const queries = [...some, 'ano', 'año', '京', 'stra', 'x'.repeat(60), 'café']
    const asked = queries.map((query) => ({ query, terms: queryTerms(query) })).filter(({ terms }) => terms.length > 0)
    for (const text of texts) {
      const words = indexTokens(text)
      const held = new WordIndex<string>()
      held.put(text, text)
      for (const { query, terms } of asked) {
        const byIndex = terms.every((term) => words.some((word) => word.startsWith(term)))
        expect(held.list(terms).length > 0, JSON.stringify([text, query])).toBe(byIndex)
        if (!byIndex) continue
        const marked = terms.filter((term) => findHits(text, [term], 1).length > 0)
        expect(marked, JSON.stringify([text, query])).toEqual(terms)
      }
    }
  })
})
